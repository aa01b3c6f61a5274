// What the help has of Deadwood besides its rules: all sets and scenes with their roles, and everybody's die.
import type { Help } from "../manifest";
import type { DeadwoodRules, RoleInfo } from "./rules";
import AllDice from "./AllDice.svelte";
import HelpScene from "./HelpScene.svelte";
import { w } from "./words";

const saying = (roles: RoleInfo[]) => roles.flatMap((role) => [role.name, role.line]);

export const help: Help = {
  chapters: ({ areas, scenes }: DeadwoodRules) => [
    {
      title: w.allSets,
      list: "cards",
      Entry: HelpScene,
      entries: Object.values(areas)
        .filter((area) => area.roles.length)
        .map(({ slug, name, roles }) => ({
          id: slug,
          of: { title: name, roles },
          texts: [name, ...saying(roles)],
        })),
    },
    {
      title: w.allScenes,
      list: "cards",
      Entry: HelpScene,
      entries: Object.values(scenes).map((scene) => ({
        id: scene.slug,
        of: { ...scene, text: `${scene.text} (${w.budget(scene.budget)})` },
        texts: [scene.title, scene.text, ...saying(scene.roles)],
      })),
    },
  ],
  End: AllDice,
};

// What King of Tokyo brings to the page.
import type { Manifest } from "../manifest";
import Choose from "./Choose.svelte";
import Monster from "./Monster.svelte";
import Picture from "./Picture.svelte";
import { MONSTERS } from "./moods";

export default {
  table: () => import("./table"),
  help: () => import("./help"),
  Picture,
  colour: "#3b2f86",
  counts: "star",
  blurb: "Six monsters, one city. Roll, smash, buy unfair advantages.",
  setup: {
    players: 4,
    cast: {
      title: "Your monster",
      names: MONSTERS,
      usual: "Giga Zaur",
      rivals: (n) => `${n} computer ${n === 1 ? "monster" : "monsters"}`,
      Picker: Choose,
      Portrait: Monster,
    },
  },
  keys: {
    deck: { key: "d", does: "your cards" },
    status: { key: "s", does: "status of all players" },
  },
  danger: { below: [3, 4, 5, 6, 8], say: (hearts) => `Below ${hearts} hearts` },
} satisfies Manifest;

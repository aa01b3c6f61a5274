// What the server said when the page came: which games there are, and which one to go on with.
import { api, Trouble } from "./api";
import type { GameInfo, Welcome } from "./wire";

export const home = $state<{ welcome: Welcome | null; trouble: string }>({ welcome: null, trouble: "" });

export async function refresh(): Promise<void> {
  try {
    home.welcome = await api.hello();
    home.trouble = "";
  } catch (error) {
    home.trouble = error instanceof Trouble ? error.message : String(error);
  }
}

export function gameOf(name: string): GameInfo | undefined {
  return home.welcome?.games.find((game) => game.name === name);
}

// What the server said when the page came: which games there are, and which one to go on with.
import { api, Trouble } from "./api";
import { wasKept } from "./app";
import type { GameInfo, Welcome } from "./wire";

export const home = $state<{ welcome: Welcome | null; trouble: string }>({ welcome: null, trouble: "" });

export async function refresh(): Promise<void> {
  try {
    const welcome = await api.hello();
    // A page that was kept from before may be of another version than the server that answers now.
    if (home.trouble && !home.welcome && wasKept()) return location.reload();
    home.welcome = welcome;
    home.trouble = "";
  } catch (error) {
    home.trouble = error instanceof Trouble ? error.message : String(error);
  }
}

export function gameOf(name: string): GameInfo | undefined {
  return home.welcome?.games.find((game) => game.name === name);
}

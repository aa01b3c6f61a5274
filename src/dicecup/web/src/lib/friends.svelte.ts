// Whether others can come, and where to: asked once, shown in several places, changed by one switch.
import { api } from "./api";
import type { Friends } from "./wire";

export const friends = $state<{ now: Friends | null }>({ now: null });

export async function lookOutside(): Promise<void> {
  friends.now = await api.friends();
}

export async function letIn(on: boolean): Promise<void> {
  friends.now = await api.letIn(on);
}

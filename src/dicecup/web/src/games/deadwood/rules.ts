// What else the rules of Deadwood bring along.
import type { Rules } from "../../lib/wire";

export interface RoleInfo {
  name: string;
  rank: number;
  line: string;
}

export interface AreaInfo {
  slug: string;
  name: string;
  called: string;
  kind: "set" | "trailers" | "office";
  neighbours: string[];
  row: number;
  col: number;
  rows: number;
  cols: number;
  shots: number;
  roles: RoleInfo[];
}

export interface SceneInfo {
  slug: string;
  title: string;
  number: number;
  budget: number;
  text: string;
  roles: RoleInfo[];
}

export interface DeadwoodRules extends Rules {
  areas: Record<string, AreaInfo>;
  scenes: Record<string, SceneInfo>;
  points_per_rank: number;
  starts: Record<string, { days: number; rank: number; credits: number }>; // by the number of players
  /** Dollars and credits for a roll, by where the role is printed. */
  pay: Record<"card" | "set", { success: [number, number]; failure: [number, number] }>;
  prices: Record<string, { dollars: number; credits: number }>;
}

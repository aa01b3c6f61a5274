// Eight actors, told apart by colour and by pattern.
export const ACTORS = [
  { name: "blue", body: "#2f6fc4", pips: "#fff", pattern: "plain" },
  { name: "red", body: "#c8372d", pips: "#fff", pattern: "stripes" },
  { name: "yellow", body: "#f2bf35", pips: "#2a2118", pattern: "dots" },
  { name: "green", body: "#2f8f4e", pips: "#fff", pattern: "diagonal" },
  { name: "white", body: "#fbf5e6", pips: "#2a2118", pattern: "frame" },
  { name: "violet", body: "#8049b8", pips: "#fff", pattern: "corners" },
  { name: "orange", body: "#ef7f2d", pips: "#2a2118", pattern: "bar" },
  { name: "black", body: "#2a2a30", pips: "#fff", pattern: "cross" },
] as const;

export function actorOf(seat: number): (typeof ACTORS)[number] {
  return ACTORS[seat % ACTORS.length] ?? ACTORS[0];
}

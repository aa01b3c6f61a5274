// What Deadwood brings to the page.
import type { Manifest } from "../manifest";
import Picture from "./Town.svelte";

export default {
  table: () => import("./table"),
  help: () => import("./help"),
  Picture,
  colour: "#8a4f2b",
  blurb: "A backlot of bad westerns. Move, rehearse, act, get paid.",
  setup: { players: 3 },
} satisfies Manifest;

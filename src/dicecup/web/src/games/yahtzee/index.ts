// What Yahtzee brings to the page.
import type { Manifest } from "../manifest";
import Picture from "./Felt.svelte";

export default {
  table: () => import("./table"),
  help: () => import("./help"),
  Picture,
  colour: "#134a37",
  blurb: "Five dice, thirteen boxes, three rolls. You know this one.",
  setup: { players: 2 },
} satisfies Manifest;

// What Deadwood brings to the page.
import type { Manifest } from "../manifest";
import Actor from "./Actor.svelte";
import { actorOf } from "./colours";
import Picture from "./Town.svelte";

export default {
  table: () => import("./table"),
  help: () => import("./help"),
  Picture,
  colour: "#8a4f2b",
  blurb: "A backlot of bad westerns. Move, rehearse, act, get paid.",
  setup: {
    players: 3,
    seat: { Picture: Actor, called: (seat) => actorOf(seat).name, colour: (seat) => actorOf(seat).body },
  },
} satisfies Manifest;

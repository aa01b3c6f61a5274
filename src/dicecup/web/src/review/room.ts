// Whether there is a place beside the table: as wide as the frame needs to be to have one.
import { MediaQuery } from "svelte/reactivity";

export const roomBeside = new MediaQuery("(min-width: 66.26em)");

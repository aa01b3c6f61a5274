// A review as it comes from the server, by shorter names.
import type { Review as Told, ReviewStep } from "../lib/wire";

export type { Account, Review, ReviewTold, Weighed } from "../lib/wire";
export type Step = ReviewStep;
export type Unit = Told["unit"];
export type Grade = NonNullable<ReviewStep["grade"]>;

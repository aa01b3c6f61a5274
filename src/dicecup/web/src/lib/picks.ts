// What options pick, for whoever draws them. Nobody has to know a verb for it, or read the words.
import { capital } from "./house";
import type { Ask, Choice, Option, Pick, Price } from "./wire";

/** Whether two choices are the same one. */
export function same(one: Choice, other: Choice): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}

/** What the button of an option, or of a refusal, says. */
export function labelOf({ pick, text }: { pick: Pick; text: string }): string {
  return capital(pick.label ?? text);
}

/** What a hint calls an option: as it is in words, or as its button says where that says more, such as “end turn” for “done”. */
export function hintedAs(option: Option | undefined, text: string): string {
  const label = option?.pick.label ?? "";
  return label.length > text.length ? label : text;
}

/** How much is to be paid, all in all. */
export function amountOf(price: Price | undefined): number {
  return (price ?? []).reduce((sum, [amount]) => sum + amount, 0);
}

/** The option of a decision that a choice means. */
export function optionOf(ask: Ask | null, choice: Choice | null): Option | undefined {
  return choice ? ask?.options.find((option) => same(option.choice, choice)) : undefined;
}

/** Which press makes a choice: to keep all dice that lie there is one of its own. */
export function pressedBy(ask: Ask | null, choice: Choice): string {
  const kept = ({ pick }: Option) => (pick.held ? (pick.dice?.length ?? 0) : 0);
  const option = optionOf(ask, choice);
  const most = Math.max(...(ask?.options ?? []).map(kept));
  return option && kept(option) && kept(option) === most ? "stop" : choice.join(" ");
}

/** The option that keeps these dice, and no others. */
export function keeping(ask: Ask | null, slots: number[]): Option | undefined {
  return ask?.options.find(({ pick }) => pick.held && same(pick.dice ?? [], slots));
}

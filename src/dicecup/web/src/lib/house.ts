// House rules as a page shows them: under headings, in the sentences that the game itself has for them.
import type { Setting } from "./wire";

export type Value = string | number | boolean;

export const capital = (text: string) => text.replace(/^./, (first) => first.toUpperCase());

/** What can be chosen, each with its sentence, the usual first; nothing for a number. A flag is no or yes. */
export function choicesOf(setting: Setting): { value: Value; text: string }[] {
  const values = setting.kind === "flag" ? [false, true] : setting.choices;
  return values
    .map((value, at) => ({ value, text: setting.says[at] ?? capital(String(value)) }))
    .sort((one, other) => Number(one.value !== setting.default) - Number(other.value !== setting.default));
}

/** What holds with this value, in a sentence. */
export function say(setting: Setting, value: unknown): string {
  const found = setting.says.length ? choicesOf(setting).find((each) => each.value === value) : undefined;
  return found?.text ?? `${capital(setting.words)}: ${String(value)}.`;
}

/** Under their headings: those without one first, then each heading as it first comes. */
export function grouped(settings: Setting[]): { heading: string; settings: Setting[] }[] {
  const headings = ["", ...new Set(settings.map((each) => each.group).filter(Boolean))];
  return headings
    .map((heading) => ({ heading, settings: settings.filter((each) => each.group === heading) }))
    .filter((group) => group.settings.length);
}

/** What holds if nothing is chosen: the default, or what a chosen preset says. */
export function usualOf(settings: Setting[], chosen: Record<string, unknown>, setting: Setting): Value {
  for (const each of settings) {
    const implied = each.implies[String(chosen[each.name])]?.[setting.name];
    if (implied !== undefined) return implied;
  }
  return setting.default;
}

/** What is chosen with one thing more; whatever is usual then is not there. */
export function withChoice(
  settings: Setting[],
  chosen: Record<string, unknown>,
  setting: Setting,
  value: unknown,
): Record<string, Value> {
  return unusual(settings, { ...chosen, [setting.name]: value });
}

/** What of it is not what holds anyway. */
export function unusual(settings: Setting[], chosen: Record<string, unknown>): Record<string, Value> {
  const left = { ...chosen };
  for (const each of settings) if (left[each.name] === usualOf(settings, left, each)) delete left[each.name];
  return left as Record<string, Value>;
}

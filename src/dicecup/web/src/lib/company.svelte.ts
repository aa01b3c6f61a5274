// Who plays a match together, as far as the table edge shows it: the match screen opens the party of its match, and the
// table edge asks here, whatever the game is. At a table without a party everything here is empty.
import { getContext, setContext, untrack } from "svelte";
import type { Clocked } from "./countdown";
import { Ear } from "./ear.svelte";
import { keepOf } from "./keyring";
import { Party } from "./party.svelte";
import type { PartyState, Person } from "./wire";

export class Company {
  party = $state.raw<Party | null>(null);
  ear = $state.raw<Ear | null>(null);
  /** When somebody was reminded last, by number: once a minute is enough. */
  reminded = $state<Record<number, number>>({});
  /** What lies over the table: log and talk, where there is no room beside it, or who is here. */
  panel = $state<"" | "talk" | "people">("");
  private joined = false;

  constructor(private readonly table: () => { clock: Clocked | null } | null) {}

  /** The time of the decision that is being made. */
  get clock(): Clocked | null {
    return this.table()?.clock ?? null;
  }

  join(party: string, match: string): void {
    untrack(() => {
      if (this.party?.id === party) return;
      this.leave();
      this.ear = new Ear(party);
      this.party = new Party(party);
      this.party.open();
      keepOf(party, { match });
    });
  }

  leave(): void {
    this.party?.close();
    this.party = this.ear = null;
    this.joined = false;
    this.panel = "";
  }

  /** Where whoever watches may sit down: nobody sits there, or a computer player whose chair may be taken over. */
  get free(): number[] {
    const state = this.party?.state;
    if (!state || state.people.find((each) => each.number === state.you)?.role !== "spectator") return [];
    return state.chairs.flatMap(({ person, level }, at) =>
      person === null && (!level || state.rules.take_over) ? [at] : [],
    );
  }

  /** Where the party goes from this match: everybody who was there is taken along. */
  goesOn(match: string): string {
    const state = this.party?.state;
    if (!state) return "";
    const to = whereTo(state, match);
    if (!to) this.joined = true;
    return this.joined ? to : "";
  }
}

/** How many more could sit down, as its door says: the table gets a chair for each who comes, while the game has seats. */
export function roomFor({ chairs, chairs_allowed: [, most], rules, stage }: PartyState): number {
  const free = chairs.filter(({ person, level }) => person === null && (!level || rules.take_over)).length;
  return free + (stage === "playing" ? 0 : Math.max(0, most - chairs.length));
}

/** Where the party is, if it is not at this match. */
export function whereTo(state: PartyState, match: string): string {
  if (state.stage === "waiting") return `/party/${state.party}`;
  return state.match && state.match !== match ? `/match/${state.match}` : "";
}

/** What is different about who is here: those who came, went away or left. */
export function news(before: Map<number, Person["presence"]>, people: Person[]): Person[] {
  return people.filter((person) => !person.you && before.get(person.number) !== person.presence);
}

const KEY = Symbol("company");

export const gather = (company: Company) => setContext(KEY, company);
export const companyHere = () => getContext<Company | undefined>(KEY);

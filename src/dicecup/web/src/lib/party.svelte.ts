// A party as the page knows it: who is here, what has been said, and what one can ask of it. The waiting room shows it,
// and the table beside the match.
import { api, Trouble } from "./api";
import { newNonce, note } from "./fair";
import { forgetOf, keepOf, keptOf } from "./keyring";
import { browser, PartySocket, type LineState, type PartyWish, type Surroundings } from "./socket";
import type { ChairInfo, Line, PartyState, PartyTold, Person, Reacted, SayPhrase, SetRules } from "./wire";
import { partyWords } from "./words_party";

const MOST_LINES = 500;

export type Wishes = Partial<Omit<SetRules, "type" | "id">>;

interface Asked {
  done: () => void;
  refused: (why: Trouble) => void;
}

export class Party {
  line = $state<LineState>("connecting");
  state = $state.raw<PartyState | null>(null);
  /** What was said, and notes of what happened, oldest first. */
  lines = $state.raw<Line[]>([]);
  /** The last face that somebody made, by number; `count` tells one from the next. */
  faces = $state<Record<number, { face: Reacted["face"]; count: number }>>({});
  /** Who reminded one last; `count` tells one from the next. */
  nudge = $state<{ by: number; name: string; count: number } | null>(null);
  /** Why one is not at this table any more. */
  gone = $state("");

  private socket: PartySocket;
  private asked = new Map<string, Asked>();
  private count = 0;
  private noted = ""; // the match whose seal has been written down
  private stirring = ""; // the seal of the dice to which one's number is on its way

  constructor(
    readonly id: string,
    url: string = address(id),
    private readonly around: Surroundings = browser,
  ) {
    this.socket = this.plug(url);
  }

  open(): void {
    this.socket.start();
  }

  close(): void {
    this.socket.stop();
    this.drop(partyWords.closed);
  }

  hurry(): void {
    this.socket.hurry();
  }

  // --- who is here ---

  get me(): Person | undefined {
    return this.person(this.state?.you);
  }

  get host(): Person | undefined {
    return this.state?.people.find((person) => person.host);
  }

  get hosting(): boolean {
    return this.me?.host ?? false;
  }

  get people(): Person[] {
    return this.state?.people ?? [];
  }

  get spectators(): Person[] {
    return this.people.filter((person) => person.role === "spectator" && person.presence !== "gone");
  }

  person(number: number | null | undefined): Person | undefined {
    return this.people.find((person) => person.number === number);
  }

  /** Who sits there: at a chair of the waiting room, and at the seat of the match of the same number. */
  sitter(chair: number): Person | undefined {
    return this.person(this.chair(chair)?.person);
  }

  chair(at: number): ChairInfo | undefined {
    return this.state?.chairs[at];
  }

  /** What this browser keeps to get its seat back. */
  get key(): string {
    return keptOf(this.id).key ?? "";
  }

  // --- what one can ask ---

  /** Ask for something; it is done when the promise is kept, and the reason why not is in the Trouble. */
  ask(wish: PartyWish): Promise<void> {
    if (this.gone) return Promise.reject(new Trouble(this.gone));
    return new Promise((done, refused) => {
      this.asked.set(this.socket.ask(wish), { done, refused });
    });
  }

  setRules = (wishes: Wishes) => this.ask({ type: "set_rules", ...wishes });
  called = (name: string) => this.ask({ type: "me", name });
  become = (character: string) => this.ask({ type: "me", character });
  ready = (ready: boolean) => this.ask({ type: "ready", ready, ...this.stir() });
  addChair = (level: string | null) => this.ask({ type: "add_chair", level });
  setChair = (chair: number, level: string | null, temper: string | null = null) =>
    this.ask({ type: "set_chair", chair, level, ...(temper && { temper }) });
  removeChair = (chair: number) => this.ask({ type: "remove_chair", chair });
  takeChair = (chair: number) => this.ask({ type: "take_chair", chair });
  standUp = () => this.ask({ type: "stand_up" });
  turnAway = (person: number) => this.ask({ type: "turn_away", person });
  giveHost = (person: number) => this.ask({ type: "give_host", person });
  start = () => this.ask({ type: "start" });
  again = () => this.ask({ type: "again" });
  toWaitingRoom = () => this.ask({ type: "to_waiting_room" });
  say = (text: string) => this.ask({ type: "say", text });
  phrase = (phrase: SayPhrase["phrase"]) => this.ask({ type: "phrase", phrase });
  remind = (person: number) => this.ask({ type: "nudge", person });
  react = (face: Reacted["face"]) => this.socket.fleeting({ type: "react", face });

  /** Leave for good: the key of the seat opens nothing any more. */
  async leave(): Promise<void> {
    await this.ask({ type: "leave" }).catch((error: Trouble) => {
      if (!this.gone) throw error; // else the goodbye came first
    });
    forgetOf(this.id);
  }

  /** Play this seat here again, after it was taken to another device, or the cookie was lost. */
  async takeBack(): Promise<void> {
    await api.join({ code: this.key });
    this.socket.stop();
    this.gone = "";
    this.socket = this.plug(address(this.id));
    this.socket.start();
  }

  // --- what is heard ---

  private plug(url: string): PartySocket {
    const socket = new PartySocket(
      url,
      (message) => this.hear(message),
      (state) => {
        if (socket === this.socket || !this.socket) this.line = state;
      },
      this.around,
    );
    socket.lastLine = this.lines.at(-1)?.n ?? 0;
    return socket;
  }

  private hear(message: PartyTold): void {
    switch (message.type) {
      case "party":
        this.witness(message);
        this.state = message;
        return;
      case "lines":
        this.take(message.lines);
        return;
      case "reacted":
        this.faces[message.person] = { face: message.face, count: ++this.count };
        return;
      case "nudged":
        this.nudge = { by: message.by, name: message.name, count: ++this.count };
        return;
      case "done":
        this.answered(message.id)?.done();
        return;
      case "refused":
        this.answered(message.id)?.refused(new Trouble(message.reason));
        return;
      case "bye":
        if (message.again) return;
        this.gone = message.reason;
        this.drop(message.reason);
        return;
      default:
        return;
    }
  }

  private answered(id: string): Asked | undefined {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    return asked;
  }

  /** Nobody will answer any more. */
  private drop(why: string): void {
    for (const asked of this.asked.values()) asked.refused(new Trouble(why));
    this.asked.clear();
  }

  private take(lines: Line[]): void {
    const fresh = lines.filter((line) => line.n > this.socket.lastLine);
    if (!fresh.length) return;
    this.lines = [...this.lines, ...fresh].slice(-MOST_LINES);
    this.socket.lastLine = fresh.at(-1)!.n;
  }

  // --- the dice ---

  /**
   * While the table waits for its next game, write down the seal of its dice, and add to them, ready or not: so
   * everybody's number is in before the first roll. Once the game has begun it is noted under its id, and whoever
   * verifies the dice can compare.
   */
  private witness(state: PartyState): void {
    const kept = keptOf(this.id);
    if (state.match && state.match !== this.noted && kept.seal && kept.games === before(state)) {
      this.noted = state.match;
      note(state.match, { seal: kept.seal, ...(kept.added && { nonce: kept.nonce, by: 0 }) });
    }
    if (!state.commitment) return;
    const added = state.stirred.includes(state.you);
    if (kept.seal !== state.commitment) {
      // Where another window of this browser has added to them already, its number is known only there.
      const nonce = added ? undefined : newNonce();
      keepOf(this.id, { seal: state.commitment, nonce, added: false, games: played(state) });
    } else if (added && kept.nonce && !kept.added) keepOf(this.id, { added: true });
    const me = state.people.find((person) => person.number === state.you);
    if (added || me?.chair == null || this.stirring === state.commitment) return;
    this.stirring = state.commitment;
    this.ask({ type: "ready", ready: me.ready, ...this.stir() }).catch(() => (this.stirring = ""));
  }

  private stir(): { nonce?: string } {
    const { nonce, added } = keptOf(this.id);
    return nonce && !added ? { nonce } : {};
  }
}

/** How many games of this evening came before the one that is being played, or was played last. */
function before(state: PartyState): number {
  const at = state.evening.findIndex((game) => game.match === state.match);
  return at < 0 ? state.evening.length : at;
}

/** How many come before the next one. */
function played(state: PartyState): number {
  return state.match ? before(state) + 1 : state.evening.length;
}

function address(id: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/v1/parties/${id}/socket`;
}

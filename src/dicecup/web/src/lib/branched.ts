// Games that began in the middle of another one: this browser remembers which. Whoever knows how it went the first time
// has not played it as the others.
import { putBack, shelf } from "./shelf";

const KEY = "dicecup.branched";
const MOST = 300;

export const noteBranch = (match: string) => putBack(KEY, { ...shelf<true>(KEY), [match]: true }, MOST);
export const isBranch = (match: string) => match in shelf<true>(KEY);

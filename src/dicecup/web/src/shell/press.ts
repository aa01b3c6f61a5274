/** Something to press in the decision area. `why`: it cannot be pressed now, and that is the reason. */
export interface Press {
  id: string;
  label: string;
  before?: string; // said before the label to whoever does not see where it stands
  note?: string;
  why?: string;
  main?: boolean;
  quiet?: boolean;
  tone?: "good" | "bad";
  run: () => void;
}

/** Something to press in the decision area. `why`: it cannot be pressed now, and that is the reason. */
export interface Press {
  id: string;
  label: string;
  note?: string;
  why?: string;
  main?: boolean;
  quiet?: boolean;
  tone?: "good" | "bad";
  run: () => void;
}

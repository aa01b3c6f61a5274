// Looking for words: case and accents do not matter, and all of them have to be there.
const plain = (text: string) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

export const termsOf = (wanted: string) => plain(wanted).split(/\s+/).filter(Boolean);

export function fits(terms: string[], ...texts: (string | undefined)[]): boolean {
  const all = plain(texts.join(" "));
  return terms.every((term) => all.includes(term));
}

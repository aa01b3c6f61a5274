// What appears in several pictures, drawn once about the origin; * is the paint it is given.
export const SYMBOLS: Record<string, string> = {
  // A monster's head from the front.
  face: `
    clay M-12 -6L-17 -18L-5 -12zM12 -6L17 -18L5 -12z
    * M0 -14C10 -14 15 -7 15 1C15 10 9 15 0 15C-9 15 -15 10 -15 1C-15 -7 -10 -14 0 -14z
    paper o -6 -3 4.2
    paper o 6 -3 4.2
    ink. o -5.2 -2.4 2
    ink. o 5.2 -2.4 2
    ink- M-9 6Q0 12 9 6
    paper. M-6.5 8.2l2.6 4 2.4-3zM6.5 8.2l-2.6 4-2.4-3z`,
  // The same, asleep or content.
  smile: `
    clay M-12 -6L-17 -18L-5 -12zM12 -6L17 -18L5 -12z
    * M0 -14C10 -14 15 -7 15 1C15 10 9 15 0 15C-9 15 -15 10 -15 1C-15 -7 -10 -14 0 -14z
    ink- M-9.500 -2q3.500-5 7 0M2.500 -2q3.500-5 7 0
    red M-8 4H8C8 11 4 12 0 12S-8 11 -8 4z`,
  roar: `
    clay M-12 -6L-17 -18L-5 -12zM12 -6L17 -18L5 -12z
    * M0 -14C10 -14 15 -7 15 1C15 10 9 15 0 15C-9 15 -15 10 -15 1C-15 -7 -10 -14 0 -14z
    paper o -6 -4 3.600
    paper o 6 -4 3.600
    ink. o -4.800 -3.400 1.700
    ink. o 4.800 -3.400 1.700
    ink= M-11 -10L-3 -6M11 -10L3 -6
    ink M-9 3H9C9 10 5 12.500 0 12.500S-9 10 -9 3z
    paper. M-8 3.500H8L6 7L3.500 4.500L1.800 7.500L0 4.500L-1.800 7.500L-3.500 4.500L-6 7z`,
  // From the side, the mouth wide open to the right.
  bite: `
    fire M-15 -6l-10 -5 2 11zM-18 6l-10 0 5 9z
    * M-22 26C-24 6 -19 -15 -2 -17C8 -18 18 -15 24 -8L22 -2L4 3L20 12L17 17L3 17L4 26z
    paper. M21 -2l-2.500 5.500-3-4.300zM14.500 0l-2.500 5-3-3.600zM17 11.500l-2-5-3.500 2.800z
    paper o 1 -8 4.2
    ink. o 2.400 -7.600 2
    ink- M-5 -14L6 -12
    ink. o 20 -9 1.2`,
  tower: `
    * b -7 -30 14 30
    gold. M-4 -26h3v4h-3zM1.500 -26h3v4h-3zM-4 -19h3v4h-3zM1.500 -19h3v4h-3zM-4 -12h3v4h-3zM1.500 -12h3v4h-3z
    ink. b -2 -5 4 5`,
  house: `
    * b -9 -13 18 13
    clay M-12 -12L0 -21L12 -12z
    gold. b -6 -9 4 4
    ink. b 1.500 -7 4.500 7`,
  cloud: `
    * M-16 7C-22 7 -22 -2 -15 -2C-15 -9 -5 -11 -2 -6C2 -11 11 -9 11 -3C19 -4 20 7 13 7z`,
  person: `
    * M-4 12C-5 3 -4 -1 0 -1S5 3 4 12z
    rose o 0 -5 4`,
  card: `
    paper b -9 -12 18 24 2
    *. b -6.500 -9.500 13 9 1
    ink- M-6 3h12M-6 7.500h8`,
  die: `
    slate b -10 -10 20 20 4`,
  sheep: `
    ink= M-7 6v7M6 6v7
    * M-13 4C-18 -3 -11 -10 -5 -7C-1 -13 9 -11 9 -5C15 -4 14 5 10 7H-8C-11 7 -13 6 -13 4z
    slate M7 -6h9l2 8c-3 4-9 3-11 0z
    paper. o 12 -2 1.300`,
  // A paw that comes from above and takes hold.
  hand: `
    paper M-17 9l1 9 6 -6zM-3 14l3 9 4 -9zM17 9l-1 9 -6 -6z
    *~7 M-8 -6C-17 -3 -17 5 -13 11
    *~7 M8 -6C17 -3 17 5 13 11
    *~7 M0 -4V13
    * M-8 -30C-8 -18 -13 -12 -12 -5C-10 2 10 2 12 -5C13 -12 8 -18 8 -30z`,
};

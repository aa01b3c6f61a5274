// Every sound of the page, drawn by hand. Notes are in Hz; times are in seconds.
import { Tape } from "./synth";

interface Recipe {
  seconds: number;
  /** How loud its loudest moment is, of 1. */
  loud: number;
  /** How many of them there are, a little different each, for what is heard often. */
  kinds?: number;
  draw: (tape: Tape) => unknown;
}

const [C4, G4, A4, C5, D5, E5, G5, A5, B5, C6, E6, G6, B6, C7, E7] = [
  261.6, 392, 440, 523.3, 587.3, 659.3, 784, 880, 987.8, 1046.5, 1318.5, 1568, 1975.5, 2093, 2637,
] as const;

/** A bell, soft or bright. */
const bell = (tape: Tape, at: number, note: number, loud = 1, fade = 0.22) =>
  tape.strike(
    at,
    [
      [note, 1, fade],
      [note * 2.01, 0.35, fade * 0.6],
      [note * 3.9, 0.16, fade * 0.3],
      [note * 6.7, 0.06, fade * 0.15],
    ],
    loud,
  );

/** A bar of wood, struck with a soft mallet. */
const bar = (tape: Tape, at: number, note: number, loud = 1) =>
  tape.strike(
    at,
    [
      [note, 1, 0.11],
      [note * 3.98, 0.22, 0.03],
      [note * 9.2, 0.06, 0.012],
    ],
    loud,
  );

/** Brass: a reed that opens as it gets louder. */
const horn = (tape: Tape, at: number, seconds: number, note: number, loud = 1) => {
  for (const off of [0.998, 1.003]) {
    tape.tone(at, seconds, {
      wave: "reed",
      from: note * off,
      loud: loud / 2,
      attack: 0.035,
      fade: seconds * 1.4,
      bright: note * 1.2,
      opens: note * 5.5,
      shake: 0.004,
    });
  }
};

const coin = (tape: Tape, at: number, loud = 1) => {
  const tone = tape.about(0.94, 1.06);
  tape.strike(
    at,
    [
      [3120 * tone, 0.7, 0.07],
      [4670 * tone, 1, 0.09],
      [6280 * tone, 0.5, 0.05],
      [8450 * tone, 0.3, 0.03],
    ],
    loud,
  );
  tape.noise(at, 0.01, { pass: "high", from: 5000, loud: 0.5 * loud });
};

const clap = (tape: Tape, at: number, loud: number) =>
  tape.noise(at, 0.035, { from: tape.about(900, 2300), sharp: 1.6, loud, attack: 0.0006, fade: 0.007 });

/** One more voice in a crowd that sings a vowel: reeds through a mouth that goes from open to round. */
const voice = (tape: Tape, at: number, seconds: number, note: number, fall: number) =>
  tape.tone(at, seconds, {
    wave: "reed",
    from: note,
    to: note * fall,
    loud: tape.about(0.6, 1),
    attack: seconds * 0.25,
    fade: seconds * 0.6,
    bright: 380,
    opens: 1150,
    shake: tape.about(0.004, 0.014),
  });

const paper = (tape: Tape, at: number, loud = 1) =>
  tape
    .noise(at, 0.11, { from: tape.about(1900, 2500), to: 5200, sharp: 0.9, loud, attack: 0.03, fade: 0.03 })
    .noise(at + 0.075, 0.03, { from: 1500, sharp: 1, loud: 1.3 * loud, fade: 0.006 });

const step = (tape: Tape, at: number, pitch: number, loud: number) =>
  tape
    .tone(at, 0.16, { from: pitch, to: pitch * 0.55, loud, attack: 0.003, fade: 0.045 })
    .noise(at, 0.1, { pass: "low", from: pitch * 7, to: pitch * 3, loud: loud * 0.5, fade: 0.022 });

/** A die lands: what it lands on rings, the die itself clicks, and it hops once or twice more. */
function die(tape: Tape, ground: [number, number, number][], dull: number, click: number): void {
  const tone = tape.about(0.9, 1.12);
  const rung = ground.map(([pitch, loud, fade]): [number, number, number] => [pitch * tone, loud, fade]);
  let at = 0.002;
  for (const loud of [1, tape.about(0.35, 0.55), tape.about(0.1, 0.25)]) {
    tape.strike(at, rung, loud);
    tape.noise(at, 0.05, { pass: "low", from: dull, loud: loud * 1.4, fade: 0.009 });
    tape.noise(at, 0.014, { from: click * tone, sharp: 2, loud: loud * 1.2, attack: 0.0004, fade: 0.0028 });
    at += tape.about(0.045, 0.07) * (0.4 + 0.6 * loud);
  }
}

function strokes(tape: Tape, lengths: number[]): void {
  let at = 0.01;
  lengths.forEach((length, stroke) => {
    const from = stroke % 2 ? 3600 : 2900;
    tape.noise(at, length, { from, to: from * 1.35, sharp: 1.3, attack: length * 0.3, fade: length * 0.6 });
    tape.noise(at, length, { pass: "low", from: 420, loud: 0.25, attack: length * 0.3, fade: length * 0.5 });
    at += length + tape.about(0.02, 0.04);
  });
  // Paper has a grain.
  const grain = tape.about(90, 130);
  tape.shape((time) => 0.72 + 0.28 * Math.sin(2 * Math.PI * grain * time + 3 * Math.sin(31 * time)));
}

const RECIPES = {
  // Dice.
  dieOnWood: {
    seconds: 0.28,
    loud: 0.6,
    kinds: 4,
    draw: (tape) =>
      die(
        tape,
        [
          [410, 1, 0.02],
          [790, 0.7, 0.014],
          [1360, 0.45, 0.009],
        ],
        900,
        2900,
      ),
  },
  dieOnFelt: {
    seconds: 0.24,
    loud: 0.5,
    kinds: 4,
    draw: (tape) =>
      die(
        tape,
        [
          [165, 1, 0.022],
          [330, 0.35, 0.012],
        ],
        420,
        1900,
      ),
  },
  dieOnTable: {
    seconds: 0.26,
    loud: 0.6,
    kinds: 4,
    draw: (tape) =>
      die(
        tape,
        [
          [240, 0.8, 0.018],
          [980, 0.8, 0.012],
          [2350, 0.55, 0.008],
        ],
        1500,
        4300,
      ),
  },
  kept: {
    seconds: 0.12,
    loud: 0.32,
    draw: (tape) =>
      tape
        .strike(0.001, [
          [1180, 1, 0.014],
          [2600, 0.5, 0.006],
        ])
        .noise(0.001, 0.02, { from: 3400, loud: 0.8, fade: 0.004 }),
  },
  freed: {
    seconds: 0.12,
    loud: 0.28,
    draw: (tape) =>
      tape
        .strike(0.001, [
          [760, 1, 0.016],
          [1750, 0.4, 0.007],
        ])
        .noise(0.001, 0.02, { from: 2200, loud: 0.7, fade: 0.004 }),
  },

  // Monsters.
  claws: {
    seconds: 0.5,
    loud: 0.62,
    kinds: 2,
    draw(tape) {
      for (const at of [0, 0.06, 0.13]) {
        tape.noise(at, 0.2, { from: 6200, to: 1100, sharp: 2.2, attack: 0.012, fade: 0.06 });
        tape.noise(at, 0.15, { from: 2600, to: 500, sharp: 1.1, loud: 0.7, attack: 0.012, fade: 0.05 });
      }
      tape.strike(0.13, [
        [2930, 0.1, 0.09],
        [4410, 0.08, 0.07],
      ]);
    },
  },
  hit: {
    seconds: 0.42,
    loud: 0.72,
    kinds: 2,
    draw: (tape) =>
      tape
        .tone(0, 0.34, { from: 170, to: 46, loud: 1, attack: 0.002, fade: 0.1 })
        .noise(0, 0.16, { pass: "low", from: 1600, to: 300, loud: 0.7, fade: 0.035 })
        .noise(0.012, 0.05, { from: 1200, sharp: 0.8, loud: 0.5, fade: 0.012 }),
  },
  roar: {
    seconds: 1.1,
    loud: 0.7,
    draw(tape) {
      for (const [note, loud] of [
        [74, 1],
        [78, 0.8],
        [111, 0.5],
      ] as const) {
        tape.tone(0, 1.05, {
          wave: "reed",
          from: note * 1.35,
          to: note * 0.8,
          loud,
          attack: 0.14,
          fade: 0.5,
          bright: 240,
          opens: 1500,
          shake: 0.03,
        });
      }
      tape.noise(0, 1.05, { from: 950, to: 420, sharp: 0.8, loud: 0.9, attack: 0.16, fade: 0.36 });
      // The growl in it.
      tape.shape((time) => 0.62 + 0.38 * Math.sin(2 * Math.PI * 31 * time + 2.4 * Math.sin(17 * time)));
    },
  },
  growl: {
    seconds: 0.55,
    loud: 0.5,
    draw(tape) {
      tape.tone(0, 0.52, { wave: "reed", from: 104, to: 58, attack: 0.06, fade: 0.25, bright: 190, opens: 700 });
      tape.noise(0, 0.5, { from: 420, to: 260, sharp: 0.9, loud: 0.35, attack: 0.06, fade: 0.2 });
      tape.shape((time) => 0.6 + 0.4 * Math.sin(2 * Math.PI * 26 * time));
    },
  },
  stomps: {
    seconds: 0.85,
    loud: 0.62,
    draw(tape) {
      step(tape, 0, 86, 0.8);
      step(tape, 0.26, 78, 0.9);
      step(tape, 0.52, 70, 1);
      tape.noise(0.52, 0.3, { pass: "low", from: 260, to: 90, loud: 0.6, attack: 0.02, fade: 0.09 });
    },
  },
  crumble: {
    seconds: 1,
    loud: 0.55,
    draw(tape) {
      tape.noise(0, 0.95, { pass: "low", from: 420, to: 110, loud: 0.9, attack: 0.03, fade: 0.26 });
      for (let stone = 0; stone < 26; stone++) {
        const at = 0.75 * tape.chance() ** 1.6;
        tape.noise(at, 0.06, {
          from: tape.about(300, 1500),
          sharp: 1.8,
          loud: tape.about(0.4, 1.1) * (1 - at),
          fade: 0.012,
        });
      }
    },
  },
  fall: {
    seconds: 1.3,
    loud: 0.68,
    draw(tape) {
      tape.tone(0, 0.6, {
        wave: "reed",
        from: 240,
        to: 62,
        loud: 0.5,
        attack: 0.03,
        bright: 300,
        opens: 800,
        shake: 0.02,
      });
      step(tape, 0.62, 62, 1.6);
      tape.noise(0.62, 0.6, { pass: "low", from: 700, to: 90, loud: 0.9, fade: 0.16 });
      step(tape, 0.86, 70, 0.6);
    },
  },
  hearts: {
    seconds: 0.6,
    loud: 0.42,
    draw(tape) {
      [C5, E5, G5].forEach((note, at) => bar(tape, at * 0.075, note, 0.8 + at * 0.1));
      tape.tone(0.15, 0.4, { from: C4, loud: 0.35, attack: 0.04, fade: 0.14 });
    },
  },
  energy: {
    seconds: 0.42,
    loud: 0.36,
    draw(tape) {
      tape.tone(0, 0.34, {
        wave: "reed",
        from: 190,
        to: 900,
        loud: 0.8,
        attack: 0.01,
        fade: 0.16,
        bright: 700,
        opens: 3600,
      });
      tape.noise(0, 0.34, { from: 2400, to: 7000, sharp: 2.5, loud: 0.5, attack: 0.02, fade: 0.1 });
      tape.shape(
        (time) => 0.6 + 0.4 * Math.sign(Math.sin(2 * Math.PI * 47 * time + 4 * Math.sin(23 * time))) * 0.7,
      );
      bell(tape, 0.2, C7, 0.3, 0.06);
    },
  },
  stars: {
    seconds: 0.75,
    loud: 0.38,
    draw: (tape) => [E6, G6, B6, E7].forEach((note, at) => bell(tape, at * 0.07, note, 0.9, 0.13)),
  },
  shield: {
    seconds: 0.5,
    loud: 0.42,
    draw: (tape) =>
      tape
        .strike(0, [
          [1240, 0.8, 0.09],
          [1870, 0.7, 0.1],
          [3110, 0.5, 0.07],
          [4730, 0.3, 0.04],
        ])
        .noise(0, 0.03, { from: 3000, loud: 0.8, fade: 0.007 }),
  },
  hiss: {
    seconds: 0.6,
    loud: 0.34,
    draw: (tape) =>
      tape
        .noise(0, 0.55, { from: 4200, to: 1700, sharp: 1.4, attack: 0.06, fade: 0.16 })
        .tone(0, 0.5, { from: 310, to: 180, loud: 0.25, attack: 0.05, fade: 0.15, shake: 0.05 }),
  },

  // Cards and paper.
  card: { seconds: 0.16, loud: 0.4, kinds: 3, draw: (tape) => paper(tape, 0) },
  cards: {
    seconds: 0.6,
    loud: 0.4,
    draw(tape) {
      for (let at = 0; at < 7; at++) paper(tape, at * 0.062, tape.about(0.6, 1));
    },
  },
  pencil: { seconds: 0.5, loud: 0.3, kinds: 3, draw: (tape) => strokes(tape, [0.12, 0.09, 0.15]) },
  crossedOut: { seconds: 0.4, loud: 0.32, draw: (tape) => strokes(tape, [0.32]) },

  // The film set.
  clapper: {
    seconds: 0.25,
    loud: 0.75,
    draw: (tape) =>
      tape
        .noise(0, 0.012, { pass: "high", from: 1500, loud: 1.4, attack: 0.0003, fade: 0.002 })
        .noise(0, 0.08, { from: 1500, sharp: 0.7, loud: 1.2, attack: 0.0003, fade: 0.012 })
        .strike(0, [
          [520, 0.6, 0.02],
          [1150, 0.8, 0.016],
          [1910, 0.5, 0.01],
        ]),
  },
  reel: {
    seconds: 1,
    loud: 0.3,
    draw(tape) {
      for (let at = 0; at < 0.9; at += 1 / 24) {
        tape.noise(at, 0.025, { from: 2300, sharp: 1.6, loud: tape.about(0.7, 1), fade: 0.005 });
        tape.noise(at + 0.014, 0.02, { from: 1100, sharp: 1.6, loud: 0.5, fade: 0.005 });
      }
      tape.noise(0, 0.95, { pass: "low", from: 330, loud: 0.18, attack: 0.1, fade: 2 });
      tape.shape((time) => Math.min(1, time / 0.08) * Math.min(1, (0.98 - time) / 0.35));
    },
  },
  steps: {
    seconds: 0.62,
    loud: 0.34,
    draw(tape) {
      [0, 0.17, 0.34].forEach((at, foot) => {
        step(tape, at, foot % 2 ? 150 : 165, 0.7);
        tape.noise(at, 0.03, { from: 1700, sharp: 1, loud: 0.35, fade: 0.006 }); // a heel on boards
      });
    },
  },
  coins: {
    seconds: 0.5,
    loud: 0.36,
    kinds: 2,
    draw: (tape) => [0, 0.07, 0.115].forEach((at, one) => coin(tape, at, 1 - one * 0.2)),
  },
  credits: {
    seconds: 0.7,
    loud: 0.36,
    draw(tape) {
      tape.noise(0, 0.03, { from: 1900, sharp: 1, loud: 0.6, fade: 0.006 }); // a camera
      tape.noise(0.05, 0.03, { from: 1400, sharp: 1, loud: 0.5, fade: 0.006 });
      bell(tape, 0.09, A5, 0.9, 0.14);
      bell(tape, 0.16, E6, 0.7, 0.14);
    },
  },
  rehearse: {
    seconds: 0.4,
    loud: 0.34,
    draw(tape) {
      paper(tape, 0, 0.6);
      tape.strike(0.13, [
        [980, 1, 0.02],
        [2140, 0.6, 0.012],
      ]);
      tape.noise(0.13, 0.02, { from: 3000, loud: 0.6, fade: 0.004 });
    },
  },
  aww: {
    seconds: 1.2,
    loud: 0.4,
    draw(tape) {
      for (const note of [123, 139, 152, 174, 196, 233, 261, 294, 349]) {
        voice(tape, tape.about(0, 0.12), 1, note * tape.about(0.98, 1.02), 0.78);
      }
      tape.noise(0, 1.1, { from: 700, to: 430, sharp: 1.1, loud: 0.8, attack: 0.25, fade: 0.4 });
    },
  },
  applause: {
    seconds: 1.8,
    loud: 0.46,
    draw(tape) {
      for (let hands = 0; hands < 260; hands++) {
        const at = 1.7 * tape.chance();
        clap(tape, at, tape.about(0.3, 1) * Math.min(1, at / 0.25) * Math.min(1, (1.75 - at) / 1.1));
      }
    },
  },
  rank: {
    seconds: 1,
    loud: 0.46,
    draw(tape) {
      for (let at = 0; at < 0.36; at += 0.03)
        tape.noise(at, 0.05, { from: 900, sharp: 0.8, loud: 0.25 + at, fade: 0.01 });
      horn(tape, 0.38, 0.14, G4, 0.8);
      horn(tape, 0.5, 0.42, C5, 1);
      horn(tape, 0.5, 0.42, E5, 0.6);
    },
  },
  day: {
    seconds: 1.6,
    loud: 0.4,
    draw(tape) {
      [C4, G4, E5].forEach((note, at) =>
        tape.tone(at * 0.14, 1.3, {
          wave: "reed",
          from: note,
          loud: 0.5,
          attack: 0.4,
          fade: 0.5,
          bright: note,
          opens: note * 3,
        }),
      );
      for (const at of [0.5, 0.66, 0.92, 1.05]) {
        tape.tone(at, 0.09, { from: 2900, to: tape.about(3600, 4300), loud: 0.35, attack: 0.02, fade: 0.04 });
      }
    },
  },
  night: {
    seconds: 1.3,
    loud: 0.36,
    draw(tape) {
      [E5, C5, A4].forEach((note, at) => bar(tape, at * 0.19, note / 2, 1));
      for (let at = 0.35; at < 1.15; at += 0.052) {
        tape.tone(at, 0.03, { from: 4300, loud: (at * 8) % 3 < 1.7 ? 0.16 : 0, attack: 0.008, fade: 0.02 });
      }
    },
  },

  // How it goes.
  fanfare: {
    seconds: 2,
    loud: 0.6,
    draw(tape) {
      [G4, C5, E5].forEach((note, at) => horn(tape, at * 0.15, 0.16, note, 0.9));
      for (const [note, loud] of [
        [G5, 1],
        [E5, 0.7],
        [C5, 0.7],
        [C4, 0.6],
      ] as const) {
        horn(tape, 0.45, 0.5, note, loud);
      }
      horn(tape, 0.98, 0.14, E5, 0.8);
      for (const [note, loud] of [
        [C6, 0.8],
        [G5, 0.9],
        [E5, 0.7],
        [C4, 0.7],
      ] as const) {
        horn(tape, 1.12, 0.85, note, loud);
      }
    },
  },
  sad: {
    seconds: 2,
    loud: 0.5,
    draw(tape) {
      [D5, 554.4, C5].forEach((note, at) => horn(tape, at * 0.32, 0.3, note / 2, 0.9));
      for (const off of [0.998, 1.003]) {
        tape.tone(0.96, 1, {
          wave: "reed",
          from: (B5 / 4) * off,
          to: (A5 / 4) * off,
          loud: 0.5,
          attack: 0.05,
          fade: 0.6,
          bright: 300,
          opens: 1300,
          shake: 0.025,
        });
      }
    },
  },
  jubilation: {
    seconds: 2,
    loud: 0.55,
    draw(tape) {
      [C5, E5, G5, C6, E6, G6].forEach((note, at) => bell(tape, at * 0.075, note, 0.8, 0.2));
      for (const note of [C5, E5, G5, C6]) horn(tape, 0.46, 0.7, note, 0.5);
      for (let hands = 0; hands < 130; hands++) {
        const at = 0.5 + 1.3 * tape.chance();
        clap(tape, at, tape.about(0.2, 0.6) * Math.min(1, (1.95 - at) / 0.9));
      }
    },
  },
  bonus: {
    seconds: 0.9,
    loud: 0.42,
    draw: (tape) => [G5, C6, E6, G6].forEach((note, at) => bell(tape, at * 0.09, note, 0.9, 0.17)),
  },
  tally: {
    seconds: 0.5,
    loud: 0.36,
    draw: (tape) => [C5, G5].forEach((note, at) => bar(tape, at * 0.1, note)),
  },

  // The table, and who sits there.
  bell: {
    seconds: 0.9,
    loud: 0.42,
    draw(tape) {
      bell(tape, 0, G4, 0.8, 0.16);
      bell(tape, 0.13, C5, 1, 0.24);
    },
  },
  tick: {
    seconds: 0.34,
    loud: 0.4,
    draw: (tape) =>
      [1500, 1150].forEach((pitch, at) =>
        tape
          .strike(at * 0.22, [
            [pitch, 1, 0.01],
            [pitch * 2.3, 0.4, 0.006],
          ])
          .noise(at * 0.22, 0.012, { from: 3600, loud: 0.7, fade: 0.003 }),
      ),
  },
  join: { seconds: 0.5, loud: 0.3, draw: (tape) => [G4, D5].forEach((note, at) => bar(tape, at * 0.1, note)) },
  leave: { seconds: 0.5, loud: 0.28, draw: (tape) => [D5, G4].forEach((note, at) => bar(tape, at * 0.1, note)) },
  message: {
    seconds: 0.22,
    loud: 0.28,
    draw: (tape) => tape.tone(0, 0.16, { from: 520, to: 980, attack: 0.01, fade: 0.05 }),
  },
} satisfies Record<string, Recipe>;

export type Name = keyof typeof RECIPES;
export const recipes: Record<Name, Recipe> = RECIPES;
export const NAMES = Object.keys(RECIPES) as Name[];

/** A sound as it is, one of those of its name. */
export function render(name: Name, kind = 0): Float32Array<ArrayBuffer> {
  const { seconds, loud, draw } = recipes[name];
  const tape = new Tape(seconds, 7 + 1013 * kind + name.length);
  draw(tape);
  return tape.done(loud);
}

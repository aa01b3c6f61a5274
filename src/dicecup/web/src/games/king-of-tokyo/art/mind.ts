// Tricks: of the mind, of the laboratory, of time.
export const mind: Record<string, string> = {
  "made-in-a-lab": `
    sky M38 4h20v20L80 60C82 66 80 70 74 70H22C16 70 14 66 16 60L38 24z
    leaf. M33 36H63L77 60C79 65 77 67 73 67H23C19 67 17 65 19 60z
    ink- M35 4h26M33 36h30
    @smile 48 54 .8 rose
    paper o 62 44 2.500
    paper o 34 46 2
    paper o 68 60 3
    paper o 42 16 2
    paper o 50 28 2.500
    paper. M41 8h3v16l-6 10h-3l6-11z`,
  metamorph: `
    leaf M48 6C24 6 12 20 12 38S26 68 48 68z
    clay M22 18L12 2l20 8z
    grape M48 6C72 6 84 20 84 38S70 68 48 68z
    gold M60 8L62 0l6 8 8-6 1 11 7-1-4 10z
    ink- M48 4V70
    paper o 31 32 8
    ink. o 33 33 3.500
    gold o 65 32 8
    ink. b 64 26 2.500 12
    ink- M28 50Q38 58 48 56M48 56Q54 54 58 56T70 50
    paper. M33 53l3 6 4-4zM63 54l-2 6-4-4z
    rose. o 76 46 2.500
    rose. o 72 56 2
    moss. o 19 46 2.500
    moss. o 24 56 2`,
  mimic: `
    clay b 40 2 50 58 25
    sky b 45 7 40 48 20
    paper. M52 14c4-4 8-5 12-4L50 34c-1-8 0-15 2-20z
    @face 65 35 .95 grape
    clay M58 60h14l6 10H52z
    leaf M-4 72C-4 58 4 52 14 52S34 58 34 72z
    @face 16 38 1.050`,
  "plot-twist": `
    red M4 20L46 26V66L4 60zM92 20L50 26V66L92 60z
    paper M8 14C22 12 38 14 48 20C58 14 74 12 88 14V54C74 52 58 54 48 60C38 54 22 52 8 54z
    ink- M48 20V60M15 23q12 0 24 4M15 32q10 0 16 2M15 41q12 0 24 4M58 45q10-3 24-3
    red~4 M58 34C68 40 80 34 78 24C76 16 64 18 66 26C68 32 76 30 78 14
    red M70 14L79 2l8 12z`,
  "psychic-probe": `
    grape- M14 42Q48 64 82 42M6 46Q48 76 90 46
    paper M8 24C22 4 74 4 88 24C74 42 22 42 8 24z
    grape o 48 23 14
    ink o 48 23 7
    paper. o 52 19 2.600
    ink- M20 10l-5-7M34 5l-2-5M62 5l2-5M76 10l5-7
    ( 16 48 58
    slate b 37 47 22 22 5
    red heart 48 58 7
    )`,
  telepath: `
    grape= M36 26Q48 16 60 26M28 20Q48 2 68 20M20 14Q26 6 33 2M76 14Q70 6 63 2
    @face 48 50 1.350 sea
    rose o 48 35 4
    gold bolt 12 42 11
    gold bolt 84 42 11`,
  "freeze-time": `
    sky M14 14L48 2L82 12L90 42L74 68H22L6 44z
    paper. M18 17L46 7L30 30zM84 42L73 64L62 50z
    sea- M14 14L30 28M82 12L68 26M90 42L72 42M22 68L32 54
    paper o 48 37 22
    gold o 48 37 17
    paper. o 48 37 14
    ink= M48 26V37L57 42
    ink- M48 20v3M48 51v3M31 37h3M62 37h3
    sea- M10 4v10M5 9h10M6.500 5.500l7 7M13.500 5.500l-7 7M88 56v10M83 61h10M84.500 57.500l7 7M91.500 57.500l-7 7`,
  opportunist: `
    clay M0 54H96V72H0z
    @card 16 54 .85 sea
    @card 82 54 .85 leaf
    ( 12 50 50
    @card 50 48 1.200 gold
    )
    @hand 48 26 1.100 grape
    paper= M22 36l6 5M76 36l-6 5M18 24l8 2M80 24l-8 2`,
  regeneration: `
    paper. M10 20h5v4h-5zM6 30h5v4h-5zM18 14h5v4h-5zM10 38h5v4h-5zM27 18h5v4h-5z
    rose~7 M48 40L28 31
    fire~17 M49 40L49 14M49 40L77 31M49 40L67 60M49 40L31 60
    gold. o 49 14 2.500
    gold. o 76 31 2.500
    gold. o 66 59 2.500
    gold. o 32 59 2.500
    paper o 43 36 4.500
    paper o 55 36 4.500
    ink. o 43.500 36.500 2.200
    ink. o 54.500 36.500 2.200
    ink- M44 45q5 4 10 0
    red heart 18 52 8
    red heart 86 12 7
    red heart 88 54 6`,
  "rapid-healing": `
    paper= M4 24h22M2 36h18M6 48h22M14 14h14M16 58h16
    red M60 64C26 40 28 14 44 14C54 14 60 20 60 28C60 20 66 14 76 14C92 14 94 40 60 64z
    rose. M38 24c2-5 7-6 10-4c-5 1-7 5-8 10c-2-2-3-4-2-6z
    paper M55 26h10v8h8v10h-8v8H55v-8h-8V34h8z
    gold bolt 84 16 10`,
};

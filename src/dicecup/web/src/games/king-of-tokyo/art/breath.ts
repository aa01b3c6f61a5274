// What monsters breathe, spit and shoot.
export const breath: Record<string, string> = {
  "acid-attack": `
    sea M52 70V34C52 28 56 30 58 34C60 26 68 24 70 32C74 26 80 30 80 36V70z
    gold. M57 46h5v6h-5zM70 46h5v6h-5zM57 57h5v6h-5zM70 57h5v6h-5z
    leaf M20 6C36 0 62 4 72 16C82 20 86 28 84 38C82 42 79 40 79 36C78 30 74 30 73 36C72 46 67 46 66 38C65 30 60 32 60 40C59 46 54 46 54 40C54 28 44 22 20 20z
    gold. M26 10c14-3 30-1 40 8c-12-5-26-5-40-4z
    @bite 10 20 .75 grape
    leaf M72 60c6 8 5 12 0 12s-6-4 0-12z
    leaf o 90 52 3
    leaf o 46 56 3`,
  "fire-breathing": `
    red M44 34C56 20 66 24 72 14C74 22 84 20 94 12C92 24 96 32 92 44C86 40 82 46 76 58C72 50 60 54 44 42z
    fire. M46 36C58 28 68 30 74 23C77 28 84 26 89 22C88 30 90 34 88 40C82 38 78 42 75 48C70 43 58 46 46 40z
    gold. M48 37C58 33 68 34 80 30C79 35 80 36 79 39C70 40 58 41 48 39z
    @bite 26 38 1.250`,
  "nova-breath": `
    gold M48 42L40 -4h16zM48 42L-4 14V-4h10zM48 42L90 -4h10v18zM48 42L-4 32v18zM48 42l52-10v18zM48 42L-4 64v12h14zM48 42l52 22v12H86z
    leaf M20 72C20 60 32 58 48 58S76 60 76 72z
    clay M26 26L14 4L36 14zM70 26L82 4L60 14z
    leaf M48 8C66 8 76 20 76 36C76 56 64 64 48 64S20 56 20 36C20 20 30 8 48 8z
    ink= M30 22l9 6-9 4M66 22l-9 6 9 4
    sea burst 48 46 19 14 14
    sky burst 48 46 14 10 14
    paper. o 48 46 8`,
  "poison-spit": `
    grape~5 M42 40C48 40 52 38 56 37
    grape o 68 36 16
    grape M86 22c8-2 10 4 6 7s-8 0-6-7zM84 54c6 2 6 9 1 9s-5-6-1-9zM70 8c5 0 6 6 2 7s-6-5-2-7z
    rose. M56 30c3-6 9-8 14-5c-6 1-9 4-10 10c-4-1-5-3-4-5z
    paper. M61 38c0-10 16-10 16 0c0 3-1 5-3 6v4h-10v-4c-2-1-3-3-3-6z
    ink. o 66 39 2.200
    ink. o 72 39 2.200
    @bite 24 36 1.150`,
  "shrink-ray": `
    gold. M46 24L92 6V66L46 38z
    paper. M56 25L86 16V54L56 35z
    fire- M58 18q5 12 0 25M70 12q8 18 0 38M82 7q10 24 0 54
    slate M12 38h16l6 24H18z
    sea M6 20h32l10 4v14l-10 4H6z
    red M38 16l10-2v34l-10-2z
    gold o 16 31 5
    ink- M26 24v14M32 24v14
    @face 74 35 .5 rose`,
  "healing-ray": `
    stone b 8 4 26 16 5
    slate M34 6l10-4v20l-10-4z
    red. M18 8h5v3h3v5h-3v3h-5v-3h-3v-5h3z
    rose. M44 4L96 36V72H58L42 20z
    paper. M44 8L88 44v24H66L44 18z
    @smile 70 48 1.100
    red heart 52 26 6
    red heart 64 16 5
    red heart 84 24 6`,
  "smoke-cloud": `
    slate M14 66C0 66 0 50 12 48C4 36 16 26 26 30C26 14 46 8 54 20C62 8 82 14 80 30C94 30 94 48 86 52C94 62 86 68 78 66z
    stone M22 62C12 60 14 50 22 50C18 40 28 36 34 40C36 28 50 28 54 36C60 28 74 32 72 44C82 44 82 58 74 62z
    paper o 40 48 6
    paper o 58 48 6
    ink. o 41.500 48 2.700
    ink. o 56.500 48 2.700
    ink- M32 42l10-3M66 42l-10-3
    paper. M28 36c2-6 8-8 12-6c-5 1-8 4-9 8zM60 22c4-4 10-3 13 2c-5-2-9-2-13-2z`,
  burrowing: `
    clay M0 44H30L38 36H62L68 44H96V72H0z
    ink M30 72C30 54 36 46 48 46S70 54 70 72z
    @face 50 56 1 rose
    paper. M24 40l4 10 5-9 4 11 4-9zM60 43l4 9 4-11 5 9 4-10z
    rose M22 42C20 34 28 30 34 34l8 8zM78 42c2-8-6-12-12-8l-8 8z
    stone o 12 56 4
    stone o 84 60 5
    stone o 20 66 3
    leaf= M8 44v-7M14 44l3-6M86 44v-7M80 44l-3-6
    clay o 28 22 4
    clay o 70 20 5
    clay o 48 14 4
    clay o 38 28 2.500
    clay o 60 30 2.500`,
};

// What people send against monsters, and what comes from above.
export const army: Record<string, string> = {
  "jet-fighters": `
    paper. M0 50L40 36v3L0 56zM0 24L30 14v2L0 28z
    ( -18 50 40
    stone M18 40C40 34 66 34 88 40C66 47 40 47 18 40z
    slate M40 40L30 22h8L62 38zM40 42L30 60h8L62 43z
    red M24 40L18 30h7l9 9z
    sky M68 37c6 0 11 1 14 3c-4 1-9 1-14 0z
    )
    ( -18 74 16
    stone M58 16C66 13 76 13 86 16C76 19 66 19 58 16z
    slate M66 15L61 7h4l11 8zM66 17l-5 8h4l11-8z
    )
    fire M84 42l8-5-1 8z`,
  tanks: `
    leaf~5 M54 26L90 16
    moss M30 36C30 24 36 18 46 18S62 24 62 36z
    leaf M10 36H80l8 10-6 10H12L4 46z
    slate M10 48h72c7 0 7 16 0 16H10c-7 0-7-16 0-16z
    stone o 16 56 5
    stone o 31 56 5
    stone o 46 56 5
    stone o 61 56 5
    stone o 76 56 5
    gold star 46 29 7
    fire burst 90 15 8 4 8`,
  "national-guard": `
    rose o 26 38 9
    rose o 70 38 9
    leaf M14 36C14 24 20 20 26 20S38 24 38 36zM58 36C58 24 64 20 70 20S82 24 82 36z
    rose M36 32h24v10c0 8-6 13-12 13s-12-5-12-13z
    moss M30 32C30 16 38 9 48 9s18 7 18 23l4 4H26z
    gold star 48 22 7
    ink. o 43 40 2
    ink. o 53 40 2
    ink- M44 47h8
    clay b 4 58 22 12 5
    clay b 26 58 22 12 5
    clay b 48 58 22 12 5
    clay b 70 58 22 12 5
    clay b 16 49 20 11 5
    clay b 60 49 20 11 5`,
  "high-altitude-bombing": `
    stone M6 16C20 8 66 6 90 14C72 22 26 22 6 16z
    slate M34 16L22 2h10l22 13zM12 15L4 6h7l9 8z
    red. o 76 13 2.500
    slate M29 26h7v12c0 5-7 5-7 0zM27 24h11l-2 5h-7z
    slate M49 32h7v12c0 5-7 5-7 0zM47 30h11l-2 5h-7z
    slate M69 24h7v12c0 5-7 5-7 0zM67 22h11l-2 5h-7z
    @tower 14 70 .7 sea
    @tower 82 70 .7 rose
    fire burst 48 64 16 8 10
    gold burst 48 64 9 5 9
    @house 30 72 .7 paper
    @house 66 72 .7 sky`,
  "drop-from-high-altitude": `
    paper= M22 2v20M34 2v12M62 2v12M74 2v20
    ( 180 48 27
    @face 48 27 1.200 grape
    )
    grape~6 M32 26L18 14
    grape~6 M64 26L78 14
    stone M2 72V60l7-6 7 5V72zM80 72V58l7 5 8-4V72z
    @tower 26 76 .6 sea
    @tower 70 76 .6 rose
    gold burst 48 62 18 10 10
    @house 48 74 .7 paper
    gold star 8 10 6
    gold star 88 10 6`,
  "fire-blast": `
    @tower 12 74 .9 sea
    @tower 84 74 1.100 rose
    @house 34 74 .8 paper
    red M2 0L30 12C36 2 44 8 54 6C52 12 62 12 70 20C84 30 82 54 66 60C50 66 32 60 28 46C24 38 26 34 18 30C22 28 16 20 2 0z
    fire. M10 6L32 17C38 9 44 13 50 12C52 16 60 16 66 24C76 34 74 50 62 55C50 59 36 54 34 43C32 36 30 32 27 29C29 25 22 18 10 6z
    gold o 54 38 14
    paper. o 54 38 8
    fire M74 66c-2-6 4-8 4-14c6 6 8 12 4 16zM4 68c-2-6 4-8 4-14c6 6 8 12 4 16z`,
  frenzy: `
    red= M8 12l10 8M4 30h11M8 50l10-6M88 12l-10 8M92 30H81M88 50l-10-6
    fire. M24 20C30 8 66 8 72 20V58H24z
    clay M30 24L22 6l18 9zM66 24L74 6 56 15z
    red M48 12C66 12 74 24 74 38C74 54 64 64 48 64S22 54 22 38C22 24 30 12 48 12z
    paper o 37 31 9
    paper o 59 31 9
    ink- M37 31c0-3 4-3 4 0c0 5-8 5-8 0c0-7 11-7 11-1M59 31c0-3 4-3 4 0c0 5-8 5-8 0c0-7 11-7 11-1
    ink M32 46H64C64 56 58 59 48 59S32 56 32 46z
    paper. M34 47h28l-3 4-4-3-4 3.500-4-3.500-4 3.500-4-3.500-3 3z
    rose. M40 56c3-4 12-4 15 0c-4 3-11 3-15 0z`,
  heal: `
    red M48 66C6 38 10 8 29 8C40 8 48 16 48 24C48 16 56 8 67 8C86 8 90 38 48 66z
    rose. M22 20c3-6 9-7 13-5c-7 2-9 7-10 14c-3-3-4-6-3-9z
    ( -28 50 38
    paper b 26 30 48 16 7
    rose b 42 30 16 16
    ink. o 46 35 1.300
    ink. o 54 35 1.300
    ink. o 46 41 1.300
    ink. o 54 41 1.300
    )`,
};

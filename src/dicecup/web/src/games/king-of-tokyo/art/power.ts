// Energy, and everybody's favourite.
export const power: Record<string, string> = {
  "energy-hoarder": `
    gold M2 72C8 54 26 46 48 46S88 54 94 72z
    leaf bolt 16 62 8
    leaf bolt 34 62 9
    leaf bolt 62 62 9
    leaf bolt 80 62 8
    leaf~9 M36 40C24 44 18 50 14 56
    leaf~9 M60 40C72 44 78 50 82 56
    leaf M32 54C32 42 38 38 48 38S64 42 64 54C58 58 38 58 32 54z
    @smile 48 25 1.200
    leaf bolt 48 66 9
    gold star 12 16 5
    gold star 84 18 5`,
  "monster-batteries": `
    clay M14 18L8 4l14 8zM38 18L44 4 30 12z
    slate b 20 6 12 8
    leaf b 10 13 32 55 5
    gold. M12 13h28v14H12z
    paper o 20 38 4.500
    paper o 32 38 4.500
    ink. o 21 38.500 2.200
    ink. o 31 38.500 2.200
    ink- M19 49q7 6 14 0
    ink- M26 17v7M22.500 20.500h7
    slate b 62 12 12 8
    red b 52 19 32 49 5
    gold. M54 19h28v12H54z
    gold bolt 68 48 12
    ink- M68 22v6M65 25h6`,
  "solar-powered": `
    gold burst 70 20 20 13 12
    fire o 70 20 10
    paper- M56 34l-8 10M64 40l-3 10M76 40l2 8
    ( -16 38 52
    sea M8 34h52l8 24H0z
    sky. M12 37h12l-2 8H10zM29 37h12l1 8H28zM46 37h11l3 8H47zM9 48h13l-2 7H6zM27 48h15l1 7H26zM47 48h14l2 7H48z
    )
    slate M34 56h7l4 14H30z
    leaf bolt 84 54 11`,
  "were-only-making-it-stronger": `
    leaf M24 24C14 38 8 52 13 62C17 70 34 70 46 68L96 72V46C84 49 78 44 73 38C66 30 52 30 45 40C43 44 41 46 38 48C38 40 41 32 45 24z
    moss. M38 49c2 0 5-3 7-8c8-11 21-11 28-2c-9-4-18-3-24 5c-3 4-6 7-11 8z
    leaf b 19 3 29 23 8
    ink- M22 12h13M22 18h13M36 5v19
    gold burst 70 22 13 6 8
    clay M74 20l12-10 4 5-12 9z
    gold burst 10 38 9 4 8
    clay M-2 34l8 2-1.500 5-8-2z
    gold bolt 76 58 10`,
  "friend-of-children": `
    ink- M78 30V50
    red o 78 18 11 13
    rose. M72 14c1-4 4-6 7-5c-3 1-4 4-4 8c-2 0-3-1-3-3z
    @face 32 32 1.500
    leaf M6 72C8 60 18 54 32 54S54 58 58 72z
    leaf~9 M44 62C52 66 58 66 64 64
    sea M68 70C66 56 70 52 74 52S82 56 80 70z
    rose o 74 44 8
    clay M66 43C65 33 83 33 82 43C78 38 70 38 66 43z
    ink. o 71.500 45 1.300
    ink. o 76.500 45 1.300
    ink- M71 48.500q3 2 6 0`,
  "dedicated-news-team": `
    ink- M38 16L26 2M54 16L64 2
    clay b 8 14 66 50 6
    sky b 14 20 44 38 5
    @face 36 42 .95
    red o 66 26 4
    gold o 66 38 3
    ink- M62 48h8M62 54h8
    clay M18 64h10l-3 7h-9zM54 64h10l2 7h-9z
    slate~6 M86 70V42
    stone o 86 34 8
    ink- M80 31h12M80 36h12M86 26v16`,
  "rooting-for-the-underdog": `
    slate~3 M14 74L8 20
    slate~3 M82 74L88 20
    red M7 12L38 22 11 36z
    grape M89 12L58 22 85 36z
    paper. M13 18l15 5-13 6zM83 18l-15 5 13 6z
    gold M22 60h52v14H22z
    sky~5 M36 54L26 44
    sky~5 M60 54L70 44
    @smile 48 44 1.050 sky
    gold star 48 13 9
    fire. o 28 7 2.500
    leaf. o 36 3 2.500
    rose. o 60 3 2.500
    sea. o 68 7 2.500
    paper. o 48 67 4.500
    ink- M46.500 65.500l2-1v6`,
  "alpha-monster": `
    stone M8 72L24 54L44 58L54 50L74 56L88 72z
    red~9 M34 58C20 54 14 44 18 32
    red~9 M62 58C76 54 82 44 78 32
    paper. M14 30l1-7 4 5zM20 28l3-6 2 7zM76 29l2-7 3 6zM81 30l4-6 1 7z
    red M30 68C28 54 36 50 48 50S68 54 66 68z
    @roar 48 36 1.350 red
    gold M36 19L31 1l10 7 7-8 7 8 10-7-5 18z
    gold star 8 12 5
    gold star 88 12 5`,
};

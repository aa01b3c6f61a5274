// Who eats what.
export const food: Record<string, string> = {
  gourmet: `
    paper- M34 26q5-6 0-12t0-10M50 20q5-6 0-10t0-8M64 28q5-6 0-12t0-10
    stone o 48 58 36 9
    paper o 48 56 29 6
    @tower 37 57 .75 sea
    @tower 52 57 1 rose
    @house 66 57 .65 gold
    slate~3 M90 68V40
    slate~2 M85 14v14c0 8 10 8 10 0V14M90 14v24
    slate~3 M6 68V40
    stone M8 10C0 22 1 38 6 42h3V10z`,
  herbivore: `
    clay~3 M46 46C58 46 70 40 82 26
    leaf M58 44C56 34 62 28 70 30C70 38 66 44 58 44zM62 45C70 44 76 50 76 58C68 58 62 54 62 45zM72 38C68 28 72 20 80 18C84 26 80 34 72 38zM76 36C84 32 92 36 94 44C86 46 80 44 76 36z
    moss- M59 43l7-8M64 47l8 7M73 36l5-10M78 38l10 3
    rose o 84 20 5
    gold. o 84 20 2
    @bite 28 38 1.250 sea
    moss M0 72V66q5-8 8 0q3-10 8 0q4-7 8 0V72zM62 72q4-9 8-3q4-9 8 0q4-7 8 0l2 3z`,
  omnivore: `
    ink M6 36C6 12 26 2 48 2S90 12 90 36S70 70 48 70S6 60 6 36z
    red. M14 44C20 36 34 34 48 40C62 34 76 36 82 44C80 58 66 66 48 66S16 58 14 44z
    paper M12 22l10 14 8-20 9 16 9-18 9 18 9-16 8 20 10-14C78 8 66 4 48 4S18 8 12 22z
    paper M20 58l6-10 6 14zM76 58l-6-10-6 14z
    sea M30 48c6-7 14-6 18 0l6-4v10l-6-4c-4 5-12 5-18-2z
    paper. o 35 47 1.600
    red o 66 46 7
    leaf M66 39c1-5 5-6 8-5c0 4-4 6-8 5z`,
  "eater-of-the-dead": `
    moss M0 62C20 54 76 54 96 62V72H0z
    stone M26 64V26C26 12 36 6 48 6S70 12 70 26V64z
    slate. M62 12c5 3 7 8 7 14V62h-6z
    ink. M36 30C36 18 60 18 60 30C60 34 58 37 56 38V44H40V38C38 37 36 34 36 30z
    paper. M38 30C38 20 58 20 58 30C58 34 56 36 54 37V42H42V37C40 36 38 34 38 30z
    ink. o 43.500 31 3
    ink. o 52.500 31 3
    ink. M48 33l2 4h-4z
    paper= M40 50l16 8M56 50l-16 8
    gold~4 M82 66V30
    gold= M76 14v12c0 6 12 6 12 0V14M82 14v14
    gold~4 M12 66V34
    gold M12 12C4 20 6 34 12 36z`,
  "herd-culler": `
    moss M0 56C24 48 72 48 96 56V72H0z
    @sheep 16 60 .95 paper
    @sheep 80 61 .95 paper
    @hand 46 22 1.100 leaf
    @sheep 46 43 1.300 paper
    leaf~5 M34 26C28 30 29 36 32 40
    leaf~5 M58 26C64 30 63 36 60 40
    ink- M22 34l-6-3M22 44l-7 2M76 30l6-3M78 40l6 2`,
  "alien-metabolism": `
    leaf~3 M38 14L30 4
    leaf~3 M58 14L66 4
    gold o 29 4 3
    gold o 67 4 3
    leaf M24 72C20 52 30 44 48 44S76 52 72 72z
    leaf M48 8C64 8 72 16 70 26C68 36 58 42 48 42S28 36 26 26C24 16 32 8 48 8z
    ink M33 20C40 20 44 26 44 31C38 32 33 27 33 20zM63 20C56 20 52 26 52 31C58 32 63 27 63 20z
    ink- M44 37q4 2 8 0
    paper o 48 58 13
    gold bolt 48 58 9
    sky= M66 62c6 0 8-4 7-8M30 62c-6 0-8-4-7-8`,
  "background-dweller": `
    grape M22 66C18 34 28 20 48 20S78 34 74 66z
    clay M30 28L22 8l18 12zM66 28L74 8 56 20z
    gold o 38 36 7
    gold o 58 36 7
    ink. M37 31h2v10h-2zM57 31h2v10h-2z
    sea M0 72V48h12v-8h14v12h8V72z
    slate M34 72V50h10v-6h12v10h10V72z
    sky M66 72V46h12v-7h12v11h6V72z
    gold. M4 53h4v4h-4zM17 46h4v4h-4zM17 55h4v4h-4zM39 56h4v4h-4zM49 50h4v4h-4zM49 60h4v4h-4zM72 52h4v4h-4zM84 45h4v4h-4zM84 55h4v4h-4z`,
};

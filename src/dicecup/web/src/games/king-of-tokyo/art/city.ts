// Buildings, and what becomes of them.
export const city: Record<string, string> = {
  "apartment-building": `
    @tower 20 64 .8 sky
    red b 31 20 34 44
    clay b 28 15 40 7 1
    gold. M36 27h6v7h-6zM45 27h6v7h-6zM54 27h6v7h-6zM36 39h6v7h-6zM45 39h6v7h-6zM36 51h6v7h-6zM54 51h6v7h-6z
    rose b 52 37 11 10
    ink- M53 41h9M55 41v5M60 41v5
    ink b 44 52 8 12
    @house 82 64 .8 paper
    gold star 32 8 6
    gold star 48 7 6
    gold star 64 8 6`,
  "commuter-train": `
    stone M0 56h96v6h-96z
    slate M12 62h8v10h-8zM44 62h8v10h-8zM76 62h8v10h-8z
    leaf M-4 30H66C80 30 90 40 92 54H-4z
    paper. M-4 35h88l4 6H-4z
    sky M2 34h13v11h-13zM20 34h13v11h-13zM38 34h13v11h-13zM58 34h8c6 0 11 5 14 11h-22z
    ink- M-4 50h95
    gold o 84 49 3
    slate o 14 55 4
    slate o 32 55 4
    slate o 62 55 4
    ink- M4 22h18M34 30l4-8 6 8
    gold star 60 14 7
    gold star 78 14 7`,
  "corner-store": `
    paper b 18 26 58 38
    sea b 24 40 24 16
    sky. b 26 42 9 12
    clay b 56 40 14 24
    gold. o 67 53 1.500
    red M14 24h66l4 14H10z
    paper. M26 25h11l-1 12H22zM48 25h11l2 12H48zM70 25h9l4 12H72z
    ink- M10 38q6 6 12 0q6 6 12 0q7 6 14 0q6 6 13 0q6 6 11 0q6 6 12 0
    leaf b 26 9 44 13 3
    gold star 48 15 6
    rose o 30 59 4
    fire o 39 59 4`,
  skyscraper: `
    @tower 16 66 1 sea
    @tower 82 66 .8 rose
    sky M36 66V22l12-8 12 8v44z
    sea. M48 15l11 7.500V65H48z
    ink- M48 14V2
    gold. M39 26h6v4h-6zM39 34h6v4h-6zM39 42h6v4h-6zM39 50h6v4h-6zM39 58h6v4h-6zM51 26h6v4h-6zM51 34h6v4h-6zM51 42h6v4h-6zM51 50h6v4h-6zM51 58h6v4h-6z
    @cloud 30 40 .8 paper
    @cloud 70 28 .7 paper
    gold star 14 14 6
    gold star 28 10 6
    gold star 68 10 6
    gold star 82 14 6`,
  "nuclear-power-plant": `
    @cloud 28 12 1 paper
    @cloud 64 10 1.100 paper
    stone M14 66C20 48 20 34 17 22H41C38 34 38 48 44 66z
    stone M48 66C54 46 54 32 51 20H77C74 32 74 46 80 66z
    paper. M19 24h8c1 12 0 28-2 40h-8c4-14 5-26 2-40zM53 22h9c1 14 0 28-3 42h-8c4-14 5-28 2-42z
    gold o 64 48 9
    ink. M64 46l-4-6.500a7.500 7.500 0 0 1 8 0zM62.500 49.500l-7.500 .5a7.500 7.500 0 0 1 4-7zM65.500 49.500l3.500-6.500a7.500 7.500 0 0 1 4 7z
    ink. o 64 48 1.600
    red heart 29 50 8
    clay b 6 62 84 6`,
  "gas-refinery": `
    fire M78 26C70 18 74 12 78 2C84 8 90 14 86 22L83 28z
    gold. M79 25c-3-5-1-8 1-13c4 4 5 8 3 12z
    slate b 76 26 9 40
    stone b 10 34 26 32 3
    paper. b 13 38 5 24
    stone b 40 42 24 24 3
    red. M11 46h24v5H11zM41 52h22v5H41z
    clay~4 M36 40H54V28H76
    clay~4 M64 60H76
    gold bolt 23 22 9
    clay b 4 64 88 5`,
  energize: `
    slate= M10 72L24 12L38 72M8 24H40M12 36H36M14 56L34 40M34 56L14 40M18 72L31 56M30 72L17 56M19 36L29 24M29 36L19 24
    sea- M40 24Q52 32 58 30M8 24Q2 28 -2 27
    gold burst 64 36 31 18 12
    paper burst 64 36 21 13 12
    leaf M71 8L46 40h13L54 66 82 30H67z
    paper. M68 14L51 37h6z
    gold o 24 10 3`,
  "evacuation-orders": `
    ( -14 40 30
    clay b 14 26 10 14 2
    red M24 25L58 8V58L24 41z
    paper. M29 27L53 15v9L29 31z
    slate M28 42h8l3 16h-8z
    paper o 58 33 5 25
    )
    fire= M68 12l12-5M71 25l14-1M70 38l13 5
    @person 78 58 .8 sea
    @person 90 58 .8 leaf`,
  "evacuation-orders-2": `
    slate M44 40h8v32h-8z
    leaf b 8 6 80 40 5
    paper. M12 10h72v32H12z
    leaf. M15 13h66v26H15z
    paper. o 34 18 4
    paper= M33 22l-4 9 6 3 1 6M29 31l-6 6M33 24l7 3 5-3M31 24l-7 3
    paper. M54 22h12v-6l12 10-12 10v-6H54z
    @person 18 62 .8 rose
    @person 32 62 .8 sea
    @person 70 62 .8 fire`,
  "complete-destruction": `
    red burst 48 36 46 24 14
    gold burst 48 38 30 17 12
    slate M12 68V30l8 7 5-10 8 12 3 29z
    gold. M17 44h5v6h-5zM26 44h5v6h-5zM17 55h5v6h-5z
    ( 22 68 54
    sea b 60 22 18 46
    gold. M63 27h5v6h-5zM71 27h5v6h-5zM63 38h5v6h-5zM71 49h5v6h-5z
    )
    sea M46 28l8-4 3 7-8 4z
    slate M40 12l6-3 3 6-6 3z
    stone M0 72l4-8 10-3 9 5 10-8 12 7 12-7 11 6 11-5 9 5 8 8z`,
  urbavore: `
    @tower 84 66 1 sea
    sky M46 66V24l5 5 4-7 5 8 5-6V66z
    gold. M50 38h4v5h-4zM58 38h4v5h-4zM50 48h4v5h-4zM58 48h4v5h-4zM50 57h4v5h-4z
    @bite 32 34 1.300
    stone. o 68 14 2.500
    sky M66 20l8-4 4 8-8 3z
    sea M78 8l6 2-2 6-6-2z`,
  "vast-storm": `
    slate M6 20C6 8 22 4 30 9C38 0 56 2 60 9C74 4 88 10 88 20C88 29 78 31 70 30H20C12 31 6 28 6 20z
    stone. M12 18c2-7 10-9 16-6c-6 0-11 4-10 9c-4 1-6 0-6-3zM64 14c8-3 17-1 18 6c-4-3-11-4-18-6z
    gold bolt 40 42 13
    sea= M20 36l-5 10M30 36l-3 7M60 36l-5 10M70 36l-5 10M80 34l-5 10M22 52l-3 6M58 52l-3 7
    moss M70 70C72 60 74 56 82 52L84 54C78 58 76 62 76 70z
    leaf M82 54C72 48 66 50 62 55C70 54 76 55 82 54zM82 53C78 44 72 42 66 43C72 46 78 50 82 53zM83 53C92 52 94 56 94 62C91 58 87 55 83 53z`,
};

// What the things under a meal are made of, in colours. A name that is not here is not drawn.

/** Ground, shadow, middle, light; length and width of one grain. */
export type Grain = [ground: string, shadow: string, middle: string, light: string, length: number, width: number];

export const grainColours: Record<string, Grain> = {
  "white-rice": ["#f3ecdc", "#cdbfa3", "#e6dcc6", "#fffdf6", 6, 2.3],
  "brown-rice": ["#c9a574", "#8d6437", "#b98f5a", "#e7cfa3", 6, 2.4],
  "saffron-rice": ["#f0bf4a", "#b97d1b", "#e5a52f", "#ffe59b", 6.4, 2.2],
  "jeera-rice": ["#efe3c6", "#b79d6c", "#e0d0a8", "#fffaea", 6.6, 2.2],
  "lemon-rice": ["#f2d863", "#bf9a22", "#e8c53f", "#fff3ae", 6.2, 2.2],
  biryani: ["#e9b75c", "#a5591a", "#f4e3bb", "#ffdf8c", 7, 2.2],
  machboos: ["#cf8f4a", "#8a4d1b", "#bd7833", "#eec185", 6.6, 2.2],
  "black-rice": ["#4b3440", "#22141b", "#3a2630", "#86677a", 5.6, 2.4],
  bulgur: ["#d6aa63", "#94692c", "#c6934a", "#f0d399", 2.6, 2.9],
  quinoa: ["#dcc38f", "#a17f45", "#cdb077", "#f7e8c1", 0.1, 3.6],
  couscous: ["#ecc977", "#b78c3a", "#dfb65c", "#fbe6ad", 0.1, 3],
  freekeh: ["#a3955a", "#5f5628", "#8d8048", "#cfc48e", 4.4, 2.7],
  lentils: ["#8a5f3b", "#4a2c17", "#75492a", "#b58a5f", 0.1, 4.6],
  millet: ["#e7ce82", "#b0933f", "#d9bc66", "#faeeb8", 0.1, 2.6],
};
export const leafColours: Record<string, string[]> = {
  greens: ["#5c9440", "#79b04e", "#4a8238"],
  romaine: ["#86b455", "#a3c96b", "#6ea344"],
  spinach: ["#3f7a37", "#549146", "#2f672d"],
  kale: ["#3e7148", "#56895a", "#2f5d3b"],
};
export const noodleColours: Record<string, string[]> = {
  soba: ["#6b4d38", "#8d6c50", "#b08f6e", "#d8c0a0"],
  "rice-noodles": ["#cdb993", "#e6d8b8", "#f4ead2", "#fffaf0"],
  "wholewheat-pasta": ["#9a6a30", "#c08f4c", "#d7ab67", "#f0d195"],
  "egg-noodles": ["#c78d2e", "#e3b04a", "#f0c768", "#fbe3a0"],
};
export const creamColours: Record<string, [colour: string, oil: string | 0]> = {
  hummus: ["#e6cd9b", "#c9a23a"],
  labneh: ["#f8f3e6", "#b9b04a"],
  yoghurt: ["#fbf8ef", 0],
  raita: ["#fbfaf2", 0],
  mutabal: ["#d6c6a0", "#b79b33"],
  mash: ["#f3dfa6", 0],
};
export const poolColours: Record<string, string> = {
  tikka: "#d9652b",
  palak: "#4f7a33",
  dal: "#e3a12f",
  makhani: "#c9562a",
  korma: "#dcb571",
  rajma: "#8e3322",
  chana: "#a8622b",
  thai: "#a9b95a",
  moilee: "#eec05a",
  pumpkin: "#e88a2a",
  tomato: "#d2472a",
  lentil: "#dd9a3c",
  shakshuka: "#c63d22",
  mushroom: "#a58b6c",
  pea: "#8db34c",
  saloona: "#b9522a",
};

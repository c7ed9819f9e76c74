// Plates that need no menu, so that what is drawn of them is never empty.
export const poke = {
  id: "poke",
  layout: "bowl",
  plate: "ink",
  base: "brown-rice",
  protein: ["salmon-cubes"],
  veg: ["edamame", "avocado", "mango", "red-cabbage"],
  sauce: "spicy-mayo",
  garnish: ["mixed-sesame"],
  show: 0.45,
};
export const kofta = {
  id: "kofta",
  layout: "plate",
  plate: "sky",
  base: "saffron-rice",
  protein: ["kofta"],
  veg: ["zucchini", "tomato"],
  sauce: "tahini",
  garnish: ["pine-nuts", "parsley"],
};
export const pumpkin = {
  id: "pumpkin",
  layout: "soup",
  plate: "sage",
  pool: "pumpkin",
  sauce: "cream",
  veg: ["sweet-potato"],
  bread: 1,
  garnish: ["seeds", "micro"],
};
export const tikka = {
  id: "tikka",
  layout: "bowl",
  plate: "ink",
  base: "brown-rice",
  protein: ["tikka"],
  veg: ["kachumber", "onion", "cucumber"],
  sauce: "mint-raita",
  dollop: 1,
  garnish: ["coriander", "lime"],
  show: 0.8,
};

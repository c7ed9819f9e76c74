/** The allergens and diets that a person may name, as menus call them. */
export const knownAllergens = [
  "peanuts",
  "nuts",
  "dairy",
  "egg",
  "gluten",
  "fish",
  "shellfish",
  "molluscs",
  "soy",
  "sesame",
  "mustard",
  "celery",
  "lupin",
  "sulphites",
];
export const knownDiets = ["Vegetarian", "Vegan", "High protein", "Low carb", "Low fat"];

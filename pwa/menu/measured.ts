/** Diets that measure what the filters for protein and energy measure: beside those they would be a second scale. */
export const measured = ["High protein", "Under 450 kcal"];

import type * as English from "#pwa/i18n/food";

const names: Record<string, string> = {
  peanuts: "الفول السوداني",
  nuts: "المكسرات",
  dairy: "الألبان",
  egg: "البيض",
  gluten: "الغلوتين",
  fish: "السمك",
  shellfish: "القشريات",
  molluscs: "الرخويات",
  soy: "الصويا",
  sesame: "السمسم",
  mustard: "الخردل",
  celery: "الكرفس",
  lupin: "الترمس",
  sulphites: "الكبريتيت",
  vegetarian: "نباتي",
  vegan: "نباتي صرف",
  "high protein": "غني بالبروتين",
  "low carb": "قليل الكربوهيدرات",
  "low fat": "قليل الدهون",
};

export const foodName: typeof English.foodName = (name) => names[name.toLowerCase()] ?? name;

export const ownName: typeof English.ownName = ({ name, name_ar }) => name_ar || name;

/** A name of an allergen or a diet as people read it. Menus and profiles call them in English; an unknown one stays as it is. */
export const foodName = (name: string): string => name;

/** The name of a meal or a cuisine in the language of the app, where it has one. */
export const ownName = ({ name }: { name: string; name_ar?: string }): string => name;

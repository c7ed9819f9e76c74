// What was typed into a form and is not sent yet. It outlives a reload; what a sign-out must not leave behind is in the
// tab alone and goes with it (session.ts).

/** tab: as long as this tab · device: until it is sent or forgotten, also when the browser was closed. */
export type Where = "tab" | "device";

const formKey = (name: string) => `sahn.form.${name}`;

const storageFor = (where: Where) => (where === "tab" ? sessionStorage : localStorage);

export function keptForm<V extends Record<string, string>>(name: string, where: Where): Partial<V> | null {
  try {
    const kept: unknown = JSON.parse(storageFor(where).getItem(formKey(name)) ?? "");
    if (typeof kept !== "object" || kept === null) return null;
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === "string")) as Partial<V>;
  } catch {
    return null;
  }
}

/** Keeps it, or with null forgets it. */
export function keepForm(name: string, where: Where, values: Record<string, string> | null): void {
  try {
    if (values) storageFor(where).setItem(formKey(name), JSON.stringify(values));
    else storageFor(where).removeItem(formKey(name));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

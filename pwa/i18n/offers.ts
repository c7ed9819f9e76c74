export const offersWords = {
  promoted: "New Menu Is Here!",
  taste: "Taste It Today",
  team: "What it costs a team of 40",
  teamText: (menu: string, price: string, people: string, vat: string) =>
    `With a plan of 25% off an average lunch of ${menu} costs ${price}, ${vat} VAT included. ` +
    `When the company pays ${people} of it, this is how it is shared:`,
  discount: "Plan discount",
  company: "Company",
  employee: "Employee",
  plans: "See plans",
};

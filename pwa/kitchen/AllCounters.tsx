import { CountersOffice } from "#pwa/counter/CountersOffice";
import { UndoSale } from "#pwa/counter/UndoSale";

const everybodys = { base: "/api/kitchen/pos" } as const;

/** Every company's tills, and what of theirs could not be booked. (D26) */
export const AllCounters = () => (
  <CountersOffice office={everybodys} more={(onDone) => <UndoSale office={everybodys} onDone={onDone} />} />
);

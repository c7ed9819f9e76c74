import { CountersOffice } from "#pwa/counter/counters-office";
import { UndoSale } from "#pwa/counter/undo-sale";

const everybodys = { base: "/api/kitchen/pos" } as const;

/** Every company's tills, and what of theirs could not be booked. (D26) */
export const AllCounters = () => (
  <CountersOffice office={everybodys} more={(onDone) => <UndoSale office={everybodys} onDone={onDone} />} />
);

import { CountersOffice } from "#pwa/company/counters/counters-office";
import { UndoSale } from "#pwa/company/counters/undo-sale";

const everybodys = { base: "/api/kitchen/pos" } as const;

/** Shows every company's tills with the till events that could not be booked. */
export const AllCounters = () => (
  <CountersOffice office={everybodys} more={(onDone) => <UndoSale office={everybodys} onDone={onDone} />} />
);

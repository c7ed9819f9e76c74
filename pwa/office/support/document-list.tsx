import { SaveButton } from "#pwa/forms/save-button";
import { formatAed } from "#pwa/i18n/amounts";
import { taxDocumentWords as words } from "#pwa/i18n/history";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { PersonSheet } from "#pwa/office/kitchen";

/** A person's tax invoices and credit notes, each to save as the person has it. */
export const DocumentList = ({ documents }: { documents: PersonSheet["documents"] }) => (
  <ul className="list">
    {documents.map(({ id, kind, number, issued_on, total }) => {
      const what = words.kinds[kind] ?? kind;
      return (
        <li className="li wrap" key={id}>
          <span className="grow">
            <b className="m">
              {what} <span className="num nw">{number}</span>
            </b>
            <span className="sm t2 kline">{words.of(dayAndDate(issued_on), formatAed(total))}</span>
          </span>
          <SaveButton look="ghost" path={`/api/kitchen/tax-documents/${id}/pdf`} label={words.save(what, number)}>
            {words.pdf}
          </SaveButton>
        </li>
      );
    })}
  </ul>
);

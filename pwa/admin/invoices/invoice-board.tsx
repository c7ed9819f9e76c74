import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { InvoiceList } from "#pwa/admin/invoices/invoice-list";
import { sayDate } from "#pwa/admin/invoices/say-month";
import { formatAed } from "#pwa/i18n/amounts";
import { invoiceWords } from "#pwa/i18n/invoice";
import type { Invoices } from "#pwa/offline/wire";
import { useAnswer } from "#pwa/online/use-answer";
import { useHeader } from "#pwa/shell/header-words";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorBox } from "#pwa/ui/error-box";
import { Icon } from "#pwa/ui/icon";
import { Loading } from "#pwa/ui/loading";
import { Segment } from "#pwa/ui/segment";
import { SelectField } from "#pwa/ui/select-field";
import "#pwa/admin/invoices/invoice.css";

const words = invoiceWords;
type Which = "" | "open" | "paid";
/** More pages than any list has; the server refuses a higher number. */
const maxPages = 1000;

type Props = {
  /** The id of the open invoice; without it a small screen shows the list. */
  chosen?: string;
  /** The content beside the list, or below it where there is no room. */
  children: (invoices: Invoices | undefined) => ReactNode;
};

/** The list of a company's invoices with content beside it. The list's filters and page are in the address. */
export function InvoiceBoard({ chosen, children }: Props) {
  const [params, setParams] = useSearchParams();
  const which = (["open", "paid"].includes(params.get("state") ?? "") ? params.get("state") : "") as Which;
  const year = /^\d{4}$/.test(params.get("year") ?? "") ? (params.get("year") ?? "") : "";
  const wanted = Math.min(maxPages, Math.max(1, Math.trunc(Number(params.get("page"))) || 1));
  const asked = new URLSearchParams({
    ...(which && { state: which }),
    ...(year && { year }),
    ...(wanted > 1 && { page: String(wanted) }),
  });
  const {
    answer: data,
    trouble,
    again,
  } = useAnswer(asked.size > 0 ? `/api/invoices?${asked}` : "/api/invoices", { keepOpen: true });
  // When payments have shortened the list, the server answers its last page instead of one beyond the end.
  const page = data?.page ?? wanted;
  useHeader({ title: words.title });
  const choose = (next: Record<string, string>) => {
    const all = new URLSearchParams(asked);
    all.delete("page");
    for (const [name, value] of Object.entries(next)) value ? all.set(name, value) : all.delete(name);
    setParams(all, { replace: true, preventScrollReset: true });
  };
  const plain = !which && !year;
  return (
    <div className={`invoices${chosen ? " one" : ""}`}>
      <div className="invoicehead">
        <div>
          <h1>{words.title}</h1>
          <p className="t2">{words.lead}</p>
          {data && data.account.balance > 0 && (
            <p className="owednow m num">{words.owedNow(formatAed(data.account.balance))}</p>
          )}
        </div>
        <div className="row g3 wrap invoicepicks">
          {data && data.years.length > 1 && (
            <SelectField label={words.year} value={year} onChange={({ target }) => choose({ year: target.value })}>
              <option value="">{words.everyYear}</option>
              {data.years.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </SelectField>
          )}
          <Segment<Which>
            label={words.filter}
            value={which}
            onChange={(state) => choose({ state })}
            options={[
              { value: "", label: words.all },
              { value: "open", label: words.open(data?.account.open ?? 0) },
              { value: "paid", label: words.paid },
            ]}
          />
        </div>
      </div>
      {data && trouble && (
        <p className="help mt2" role="status">
          <Icon name="clock" size="s" />
          <span>{words.asOf}</span>
        </p>
      )}
      <div className="invoiceboard mt4">
        <div className="invoicelistside">
          {data ? (
            <>
              {data.data.length > 0 ? (
                <InvoiceList invoices={data.data} chosen={chosen} search={asked.toString()} />
              ) : (
                <EmptyState icon="receipt" title={plain ? words.none : words.noneSuch}>
                  {plain ? words.noneText(sayDate(data.forecast.issued_on)) : words.noneSuchText}
                </EmptyState>
              )}
              <div className="row g2 wrap center mt3 turn">
                {page > 1 && (
                  <Button look="ghost" onClick={() => choose({ page: page > 2 ? String(page - 1) : "" })}>
                    {words.newer}
                  </Button>
                )}
                {page * data.per_page < data.total && (
                  <Button look="ghost" onClick={() => choose({ page: String(page + 1) })}>
                    {words.older}
                  </Button>
                )}
              </div>
            </>
          ) : trouble ? (
            <ErrorBox title={words.failed} onRetry={again}>
              {trouble === "offline" && words.failedOffline}
            </ErrorBox>
          ) : (
            <Loading heights={["360px"]} />
          )}
        </div>
        <div className="invoiceside">{children(data)}</div>
      </div>
    </div>
  );
}

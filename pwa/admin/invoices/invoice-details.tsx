import { useSearchParams } from "react-router";
import { InvoiceLines } from "#pwa/admin/invoices/invoice-lines";
import { InvoiceMoney } from "#pwa/admin/invoices/invoice-money";
import { InvoiceParties } from "#pwa/admin/invoices/invoice-parties";
import { InvoiceState } from "#pwa/admin/invoices/invoice-state";
import { InvoiceWeeks } from "#pwa/admin/invoices/invoice-weeks";
import { PayInvoice } from "#pwa/admin/invoices/pay-invoice";
import { sayMonth } from "#pwa/admin/invoices/say-month";
import { SaveButton } from "#pwa/forms/save-button";
import { formatAed } from "#pwa/i18n/amounts";
import { einvoiceWords } from "#pwa/i18n/einvoice";
import { invoiceWords } from "#pwa/i18n/invoice";
import { useAnswer } from "#pwa/online/use-answer";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorBox } from "#pwa/ui/error-box";
import { Loading } from "#pwa/ui/loading";

const words = invoiceWords;

/** An invoice: its parties, days and amounts, and how to pay it; `?pay=1` opens the payment. */
export function InvoiceDetails({ id }: { id: string }) {
  const { answer: data, trouble, again } = useAnswer(`/api/invoices/${encodeURIComponent(id)}`, { keepOpen: true });
  const [params, setParams] = useSearchParams();
  const paying = params.has("pay");
  const show = (open: boolean) => {
    const next = new URLSearchParams(params);
    open ? next.set("pay", "1") : next.delete("pay");
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const back = (
    <Button look="ghost" icon="back" to="/dashboard/company-invoices" className="backtolist">
      {words.back}
    </Button>
  );
  if (trouble === "gone") {
    return (
      <>
        {back}
        <EmptyState icon="search" title={words.gone}>
          {words.goneText}
        </EmptyState>
      </>
    );
  }
  if (!data && trouble) {
    return (
      <>
        {back}
        <ErrorBox title={words.failedOne} onRetry={again}>
          {trouble === "offline" && words.failedOffline}
        </ErrorBox>
      </>
    );
  }
  if (!data) {
    return <Loading heights={["480px"]} />;
  }
  const file = `/api/invoices/${data.id}`;
  return (
    <>
      {back}
      {trouble && (
        <p className="help" role="status">
          {words.asOf}
        </p>
      )}
      <article className="card pad invoice" aria-labelledby="invoice">
        <div className="row g3 wrap between invoicetop">
          <div className="row g3 wrap">
            <h2 className="h2" id="invoice">
              {sayMonth(data.month)}
            </h2>
            <InvoiceState {...data} />
          </div>
          <div className="row g2 wrap invoiceacts">
            <SaveButton path={`${file}/pdf`} label={`${words.pdf} ${data.number}`}>
              {words.pdf}
            </SaveButton>
            <SaveButton path={`${file}/xml`} label={einvoiceWords.xmlOf(data.number)}>
              {einvoiceWords.xml}
            </SaveButton>
            <SaveButton path={`${file}/xlsx`} label={`${words.xlsx} ${data.number}`}>
              {words.xlsx}
            </SaveButton>
            <Button look="ghost" onClick={() => window.print()}>
              {words.print}
            </Button>
            {data.due > 0 && (
              <Button look="pri" onClick={() => show(true)}>
                {words.payWhole(formatAed(data.due))}
              </Button>
            )}
          </div>
        </div>
        {data.paying && data.due > 0 && (
          <div className="mt4">
            <Banner tone="sync" icon="card" title={words.underway}>
              {words.underwayText}
            </Banner>
          </div>
        )}
        <InvoiceParties invoice={data} />
        <InvoiceWeeks invoice={data} />
        <InvoiceMoney invoice={data} />
      </article>
      <InvoiceLines invoice={data} />
      {paying && data.due > 0 && <PayInvoice invoice={data} onClose={() => show(false)} />}
    </>
  );
}

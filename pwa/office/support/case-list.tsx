import { useState } from "react";
import { Link } from "react-router";
import { formatAed } from "#pwa/i18n/amounts";
import { kitchenCaseWords } from "#pwa/i18n/cases";
import { joined } from "#pwa/i18n/joined";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import type { Case } from "#pwa/office/kitchen";
import { sayDay, sayWhen } from "#pwa/office/say-when";
import { SettleAttempt } from "#pwa/office/support/settle-attempt";
import { Pending } from "#pwa/office/troubled";
import { call } from "#pwa/offline/server";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { toasts } from "#pwa/ui/toast-store";

const words = kitchenCaseWords;

/** The cases that are stuck and wait for an operator. */
export function CaseList() {
  const { answer, trouble, loading, again } = useAnswer("/api/kitchen/cases");
  const [deed, setDeed] = useState<Deed>();
  const retry = async (one: Case) => {
    await call("POST", `/api/kitchen/jobs/${one.id}/again`)
      .then(() => toasts.success(words.againDone))
      .catch(() => undefined);
    await again();
  };
  return (
    <>
      <h1>{words.title}</h1>
      <p className="t2 mt2">
        {words.text} <Link to="/kitchen/counters">{words.counters}</Link>
      </p>
      <div className="mt4">
        {!answer && <Pending trouble={trouble} again={again} busy={loading} />}
        {answer?.data.length === 0 && (
          <EmptyState icon="okc" title={words.none}>
            {words.noneText}
          </EmptyState>
        )}
        {answer && answer.data.length > 0 && (
          <ul className="card list klist">
            {answer.data.map((one) => (
              <li className="li kact" key={`${one.kind} ${one.id}`}>
                <span className="grow">
                  <span className="row wrap g2">
                    <b className="m">{words.kinds[one.kind] ?? one.kind}</b>
                    {one.amount > 0 && <span className="num">{formatAed(one.amount)}</span>}
                    {one.profile_id && <Link to={`/kitchen/people/${one.profile_id}`}>{one.name}</Link>}
                  </span>
                  <What of={one} />
                  <time className="xs t3 kline" dateTime={one.at}>
                    {sayWhen(one.at)}
                  </time>
                </span>
                <span className="row wrap g2">
                  {one.kind === "job" && (
                    <Button look="soft" onClick={() => void retry(one)}>
                      {words.again}
                    </Button>
                  )}
                  {one.what === "declined" && one.open && (
                    <>
                      <Button look="soft" onClick={() => setDeed(intoWallet(one))}>
                        {words.wallet}
                      </Button>
                      <Button look="out" onClick={() => setDeed(byTransfer(one))}>
                        {words.transfer}
                      </Button>
                    </>
                  )}
                  {one.kind === "attempt" && one.open && <SettleAttempt id={one.id} onDone={() => void again()} />}
                  {one.kind === "dispute" && (
                    <>
                      <Button look="soft" onClick={() => setDeed(takingBack(one))}>
                        {words.reverse}
                      </Button>
                      <Button look="out" onClick={() => setDeed(leaving(one))}>
                        {words.reject}
                      </Button>
                    </>
                  )}
                  {!one.open && (
                    <Button look="out" onClick={() => setDeed(closing(one))}>
                      {words.close}
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {deed && <AskFirst deed={deed} onDone={() => void again()} onClose={() => setDeed(undefined)} />}
    </>
  );
}

function What({ of: one }: { of: Case }) {
  const { kind, what } = one;
  if (kind === "refund") return <span className="sm t2 kline">{words.refunds[what] ?? what}</span>;
  if (kind === "letter") return <span className="sm t2 kline">{words.letter(what)}</span>;
  if (kind === "phone") return <span className="sm t2 kline">{words.phone(one.id, what)}</span>;
  if (kind === "attempt") return <span className="sm t2 kline">{words.attempts[what] ?? what}</span>;
  if (kind === "limit") {
    const [name = "", times = ""] = what.split(" ");
    return <span className="sm t2 kline">{words.limit(words.limits[name] ?? name, times)}</span>;
  }
  if (kind === "nightly") {
    const [how = "", ...why] = what.split(" ");
    const said =
      how === "failed" ? words.nightFailed(why.join(" ")) : how === "never" ? words.nightNever : words.nightLate;
    return <span className="sm t2 kline">{`${words.nights[one.id] ?? one.id}: ${said}`}</span>;
  }
  if (kind === "dispute") {
    const { where, cash } = disputed(one);
    const more = cash > 0 && words.disputeCash(formatAed(cash));
    return <span className="sm t2 kline">{[words.dispute(where), more].filter(Boolean).join(" ")}</span>;
  }
  if (kind === "job") return <span className="sm t2 kline kcode">{what}</span>;
  return (
    <>
      {/* The app tells the person to quote the end of this id. */}
      <span className="sm t2 kline">
        {kind === "copy" ? words.copy(one.id.slice(-6), words.whys[what] ?? what) : words.change}
      </span>
      <details className="sm">
        <summary>{words.show}</summary>
        <ul className="list">
          {one.choices?.map(({ date, meals }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a device may say the same twice, and the order never changes
            <li key={at}>
              <b className="m">{sayDay(date)}</b>
              {": "}
              {joined(meals.map(({ name, qty }) => `${qty} × ${name}`)) || words.emptied}
            </li>
          ))}
        </ul>
        {one.said && <pre className="kcode">{one.said}</pre>}
      </details>
    </>
  );
}

const intoWallet = ({ id, amount, name }: Case): Deed => ({
  title: words.walletTitle(formatAed(amount)),
  text: words.walletText(name),
  go: words.wallet,
  path: `/api/kitchen/refunds/${id}/instead`,
  reason: "reason",
  done: words.walletDone,
});

const byTransfer = ({ id, amount }: Case): Deed => ({
  title: words.transferTitle(formatAed(amount)),
  text: words.transferText,
  go: words.transfer,
  path: `/api/kitchen/refunds/${id}/instead`,
  reason: "reason",
  named: { name: "transfer", label: words.transferName, help: words.transferHelp, missing: words.transferMissing },
  done: words.transferDone,
});

/** Where a reported purchase was made, and how much of it was paid there, fils. */
function disputed({ what }: Case): { where: string; cash: number } {
  const [cash = "", ...where] = what.split(" ");
  return { where: where.join(" "), cash: Number(cash) };
}

function takingBack(one: Case): Deed {
  const { cash } = disputed(one);
  return {
    title: words.reverseTitle(formatAed(one.amount)),
    text: words.reverseText(one.name) + (cash > 0 ? words.reverseCash(formatAed(cash)) : ""),
    go: words.reverse,
    path: `/api/kitchen/pos/disputes/${one.id}`,
    body: { outcome: "reversed" },
    reason: "note",
    done: words.reverseDone,
  };
}

const leaving = ({ id, name }: Case): Deed => ({
  title: words.rejectTitle,
  text: words.rejectText(name),
  go: words.reject,
  path: `/api/kitchen/pos/disputes/${id}`,
  body: { outcome: "rejected" },
  reason: "note",
  done: words.rejectDone,
});

const closing = ({ kind, id }: Case): Deed => ({
  title: words.closeTitle,
  text: words.closeText,
  go: words.close,
  path: "/api/kitchen/cases/close",
  body: { kind, id },
  reason: "note",
  done: words.closeDone,
});

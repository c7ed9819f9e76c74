import { type ReactNode, useId, useState } from "react";
import { Link, useParams } from "react-router";
import { formatAed } from "#pwa/i18n/amounts";
import { dotted } from "#pwa/i18n/dotted";
import { taxDocumentWords } from "#pwa/i18n/history";
import { kitchenCompanyWords, kitchenPersonWords, kitchenWords } from "#pwa/i18n/kitchen";
import { orderStatusWords } from "#pwa/i18n/order";
import { dayAndDate } from "#pwa/i18n/say-day";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import { isIn, type PersonSheet, stateOf, useOperator } from "#pwa/office/kitchen";
import { sayDate, sayWhen } from "#pwa/office/say-when";
import { StateChip } from "#pwa/office/state-chip";
import { ActLine } from "#pwa/office/support/act-list";
import { AttemptLine } from "#pwa/office/support/attempt-line";
import { DocumentList } from "#pwa/office/support/document-list";
import { Facts } from "#pwa/office/support/facts";
import { GiveCredit } from "#pwa/office/support/give-credit";
import { OrderDiarySheet } from "#pwa/office/support/order-diary-sheet";
import { Pending } from "#pwa/office/troubled";
import { callFile } from "#pwa/offline/server";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { saveFile } from "#pwa/ui/save-file";
import { toasts } from "#pwa/ui/toast-store";

const words = kitchenPersonWords;
type Order = PersonSheet["orders"][number];

/** One profile with what support needs to help its person: account, wallet, orders with their diary, payments, sign-ins. */
export function PersonFile() {
  const { id = "" } = useParams();
  const { answer, trouble, loading, again } = useAnswer(`/api/kitchen/people/${id}`);
  const [deed, setDeed] = useState<Deed>();
  const [giving, setGiving] = useState(false);
  const [order, setOrder] = useState<Order>();
  const manager = isIn(useOperator()?.operator_role, "manager");
  if (!answer)
    return <Pending trouble={trouble} again={again} busy={loading} className="col g3" heights={["48px", "280px"]} />;
  const person = answer.data;
  const done = async ({ path }: Deed) => {
    if (path === copy(person).path) {
      const file = await callFile(path, { timeout: 60_000 }).catch(() => undefined);
      if (file) {
        saveFile(file);
        toasts.success(words.copyDone, { text: file.name });
      }
    }
    await again();
  };
  return (
    <>
      <Link className="link u" to="/kitchen/people">
        {words.title}
      </Link>
      <div className="row between wrap g3">
        <div className="row wrap g3">
          <h1 className="kname">{person.name || words.noName}</h1>
          <StateChip state={stateOf(person)} words={words.states} />
        </div>
        {!person.erased && (
          <div className="row wrap g2">
            <Button look="pri" icon="wallet" onClick={() => setGiving(true)}>
              {words.credit}
            </Button>
            {manager && (
              <Button look="out" icon="download" onClick={() => setDeed(copy(person))}>
                {words.copy}
              </Button>
            )}
            {person.status === "Active" && (
              <Button look="out" icon="lock" onClick={() => setDeed(suspend(person))}>
                {words.suspend}
              </Button>
            )}
            {person.status === "Suspended" && (
              <Button look="out" onClick={() => setDeed(reactivate(person))}>
                {words.reactivate}
              </Button>
            )}
          </div>
        )}
      </div>
      {person.erased && <p className="t2 mt2">{words.erased}</p>}
      <div className="kcolumns mt4">
        <Part title={words.account}>
          <Facts
            of={[
              [
                words.email,
                <span key="email" className="kline">
                  {person.email} ({person.proved ? words.emailConfirmed : words.emailOpen})
                </span>,
              ],
              [
                words.mobile,
                <bdi key="mobile" dir="ltr">
                  {person.mobile || "–"}
                </bdi>,
              ],
              [
                words.company,
                <Link key="company" to={`/kitchen/companies/${person.company_id}`}>
                  {person.company_name}
                </Link>,
              ],
              [words.since, sayDate(person.created_at)],
              [words.lastIn, person.used_at ? sayWhen(person.used_at) : kitchenWords.never],
              [words.password, person.has_password ? words.hasPassword : words.noPassword],
              ...(person.code_frozen_at
                ? [
                    [
                      words.counterCode,
                      <span key="code" className="row wrap g2">
                        {words.frozen(sayWhen(person.code_frozen_at))}
                        <Button look="ghost" onClick={() => setDeed(unfreeze(person))}>
                          {words.unfreeze}
                        </Button>
                      </span>,
                    ] as [string, ReactNode],
                  ]
                : []),
            ]}
          />
          {person.others.length > 0 && (
            <>
              <h3 className="sm t2 mt4">{words.others}</h3>
              <ul className="list">
                {person.others.map((other) => (
                  <li key={other.id}>
                    <Link className="li" to={`/kitchen/people/${other.id}`}>
                      <span className="grow">
                        {dotted([other.company_name, words.types[other.client_type] ?? other.client_type])}
                      </span>
                      <StateChip state={stateOf(other)} words={words.states} />
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Part>
        <Part title={words.wallet}>
          <p className="h2 num">{formatAed(person.balance)}</p>
          {person.owed > 0 && <p className="sm">{words.owed(formatAed(person.owed))}</p>}
          {person.wallet.length === 0 && <p className="sm t2">{words.noMoves}</p>}
          <ul className="list mt2">
            {person.wallet.map((move) => (
              <li className="li" key={move.id}>
                <span className="grow">
                  <span>{words.kinds[move.type] ?? move.type}</span>
                  <span className="sm t2 kline">{dotted([move.note, move.till, move.place, sayWhen(move.date)])}</span>
                </span>
                <b className="num">{formatAed(move.amount)}</b>
              </li>
            ))}
          </ul>
        </Part>
        <Part title={words.orders}>
          {person.orders.length === 0 && <p className="sm t2">{words.noOrders}</p>}
          <ul className="list">
            {person.orders.map((one) => (
              <li className="li" key={one.id}>
                <span className="grow">
                  <b className="m">{words.weekOf(dayAndDate(one.week))}</b>
                  <span className="sm t2 kline">{dotted([formatAed(one.net_amount), sayWhen(one.created_at)])}</span>
                </span>
                <StateChip state={one.status} words={orderStatusWords} />
                <Button look="ghost" onClick={() => setOrder(one)}>
                  {words.diary}
                </Button>
              </li>
            ))}
          </ul>
        </Part>
        {person.documents.length > 0 && (
          <Part title={taxDocumentWords.title}>
            <DocumentList documents={person.documents} />
          </Part>
        )}
        <Part title={words.attempts}>
          {person.attempts.length === 0 && <p className="sm t2">{words.noAttempts}</p>}
          <ul className="list">
            {person.attempts.map((attempt) => (
              <AttemptLine key={attempt.id} attempt={attempt} onDone={() => void again()} />
            ))}
          </ul>
        </Part>
        <Part title={words.signIns}>
          {person.sign_ins.length === 0 && <p className="sm t2">{words.noSignIns}</p>}
          <ul className="list sm">
            {person.sign_ins.map((one) => (
              <li className="li" key={one.id}>
                <span className="grow">
                  {one.device && <b className="m kline">{words.deviceNamed(one.device)}</b>}
                  {words.session(sayWhen(one.at), sayWhen(one.seen))}
                </span>
                <Button look="ghost" onClick={() => setDeed(signOut(person, one))}>
                  {words.signOut}
                </Button>
              </li>
            ))}
            {person.codes.map((code) => (
              <li className="li t2" key={`${code.purpose} ${code.at}`}>
                {words.code(words.purposes[code.purpose] ?? code.purpose, sayWhen(code.at), code.used_at !== null)}
              </li>
            ))}
          </ul>
        </Part>
        {person.acts.length > 0 && (
          <Part title={kitchenCompanyWords.history}>
            <ul className="list">
              {person.acts.map((act) => (
                <ActLine key={act.id} act={act} />
              ))}
            </ul>
          </Part>
        )}
      </div>
      {deed && <AskFirst deed={deed} onDone={() => void done(deed)} onClose={() => setDeed(undefined)} />}
      {giving && <GiveCredit id={id} onDone={() => void again()} onClose={() => setGiving(false)} />}
      {order && <OrderDiarySheet order={order} documents={person.documents} onClose={() => setOrder(undefined)} />}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card pad" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      <div className="mt2">{children}</div>
    </section>
  );
}

const copy = ({ id }: PersonSheet): Deed => ({
  title: words.copyTitle,
  text: words.copyText,
  go: words.copyGo,
  path: `/api/kitchen/people/${id}/copy`,
  reason: "reason",
});

const suspend = ({ id, open_deliveries }: PersonSheet): Deed => ({
  title: words.suspendTitle,
  text: words.suspendText(open_deliveries),
  go: words.suspend,
  danger: true,
  path: `/api/kitchen/people/${id}/suspend`,
  reason: "reason",
  done: words.suspendDone,
});

const signOut = ({ id }: PersonSheet, { id: session, device }: PersonSheet["sign_ins"][number]): Deed => ({
  title: words.signOutTitle(device),
  text: words.signOutText,
  go: words.signOut,
  path: `/api/kitchen/people/${id}/sign-out`,
  body: { session },
  done: words.signOutDone,
});

const unfreeze = ({ id }: PersonSheet): Deed => ({
  title: words.unfreezeTitle,
  text: words.unfreezeText,
  go: words.unfreeze,
  path: `/api/kitchen/people/${id}/counter-code`,
  reason: "reason",
  done: words.unfreezeDone,
});

const reactivate = ({ id }: PersonSheet): Deed => ({
  title: words.reactivateTitle,
  text: words.reactivateText,
  go: words.reactivate,
  path: `/api/kitchen/people/${id}/reactivate`,
  done: words.reactivateDone,
});

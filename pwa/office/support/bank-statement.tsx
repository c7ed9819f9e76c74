import { useState } from "react";
import { Link, useParams } from "react-router";
import { formatAed } from "#pwa/i18n/amounts";
import { bankWords as words } from "#pwa/i18n/bank";
import { dotted } from "#pwa/i18n/dotted";
import { errorsWords } from "#pwa/i18n/errors";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import { type BankLine, isIn, useOperator } from "#pwa/office/kitchen";
import { sayDay } from "#pwa/office/say-when";
import { MatchByHand } from "#pwa/office/support/match-by-hand";
import { Pending } from "#pwa/office/troubled";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { callFile, Fault, request } from "#pwa/offline/server";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorLine } from "#pwa/ui/error-line";
import { saveFile } from "#pwa/ui/save-file";
import { Segment } from "#pwa/ui/segment";
import { StatusChip } from "#pwa/ui/status-chip";
import { toasts } from "#pwa/ui/toast-store";

/** The lines of one statement: what each may pay, how certain that is and why, to be confirmed one by one or all exact ones together. */
export function BankStatement() {
  const { id = "" } = useParams();
  const manager = isIn(useOperator()?.operator_role, "manager");
  const [show, setShow] = useState("open");
  const [page, setPage] = useState(1);
  const [deed, setDeed] = useState<Deed & { exact?: true }>();
  const [byHand, setByHand] = useState<BankLine>();
  const [failed, setFailed] = useState<string>();
  const path = `/api/kitchen/bank/${id}` as const;
  const { answer, trouble, loading, again } = useAnswer(`${path}?show=${show}&page=${page}`, { keepPrevious: true });
  const does = async (what: () => Promise<unknown>) => {
    setFailed(undefined);
    try {
      await what();
    } catch (cause) {
      setFailed(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
    }
    await again();
  };
  const set = (line: BankLine, to: "aside" | "reopen") =>
    void does(() => request("POST", `/api/kitchen/bank-lines/${line.id}/${to}`, {}, { toast: false }));
  if (!answer) return <Pending trouble={trouble} again={again} busy={loading} heights={["240px"]} />;
  return (
    <>
      <h1>{answer.name}</h1>
      <div className="row wrap g2 mt4">
        {answer.exact.length > 0 && (
          <Button
            look="pri"
            onClick={() =>
              setDeed({
                title: words.exactTitle,
                text: words.exactText,
                go: words.exact(answer.exact.length, formatAed(answer.exact_sum)),
                path: `${path}/exact`,
                body: { lines: answer.exact },
                exact: true,
              })
            }
          >
            {words.exact(answer.exact.length, formatAed(answer.exact_sum))}
          </Button>
        )}
        <Button
          look="out"
          icon="download"
          onClick={() => void does(async () => saveFile(await callFile(`${path}/file`, { toast: false })))}
        >
          {words.save}
        </Button>
      </div>
      <div className="mt4">
        <Segment
          label={words.show}
          value={show}
          options={Object.entries(words.shows).map(([value, label]) => ({ value, label }))}
          onChange={(value) => {
            setShow(value);
            setPage(1);
          }}
        />
      </div>
      <ErrorLine text={failed} />
      {answer.data.length === 0 ? (
        <EmptyState icon="search" title={words.nothing}>
          {words.nothingText}
        </EmptyState>
      ) : (
        <ul className="card list klist mt4" aria-label={words.one} aria-busy={loading}>
          {answer.data.map((line) => (
            <Line
              key={line.id}
              line={line}
              onConfirm={() => setDeed(confirming(line))}
              onByHand={() => setByHand(line)}
              onAside={() => set(line, "aside")}
              onReopen={() => set(line, "reopen")}
              onUndo={manager && line.payment ? () => setDeed(undoing(line)) : undefined}
            />
          ))}
        </ul>
      )}
      {answer.total > answer.per_page && (
        <div className="row wrap g2 mt4">
          <Button look="out" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {words.previous}
          </Button>
          <Button look="out" disabled={page * answer.per_page >= answer.total} onClick={() => setPage(page + 1)}>
            {words.next}
          </Button>
        </div>
      )}
      {byHand && <MatchByHand line={byHand} onDone={() => void again()} onClose={() => setByHand(undefined)} />}
      {deed && (
        <AskFirst
          deed={deed}
          onDone={(said) => {
            if (deed.exact) {
              const { done, left } = said as { done: number; left: number };
              toasts.success(words.exactDone(done, left));
            }
            void again();
          }}
          onClose={() => setDeed(undefined)}
        />
      )}
    </>
  );
}

const confirming = ({ id, amount, payer, proposal }: BankLine): Deed => ({
  title: words.confirmTitle,
  text: words.confirmText(
    proposal.company,
    dotted(proposal.parts.map((part) => words.pays(part.number, formatAed(part.amount)))),
    payer,
  ),
  go: words.confirm(formatAed(amount)),
  path: `/api/kitchen/bank-lines/${id}/book`,
  body: {
    parts: proposal.parts.map(({ invoice_id, amount }) => ({ invoice_id, amount })),
    surplus: proposal.over > 0,
  },
  done: words.confirmed,
});

const undoing = ({ amount, payment, proposal }: BankLine): Deed => ({
  title: words.undoTitle,
  text: words.undoText(
    proposal.company,
    dotted(proposal.parts.map((part) => words.pays(part.number, formatAed(part.amount)))),
  ),
  go: words.undoGo(formatAed(amount)),
  danger: true,
  path: `/api/kitchen/transfers/${payment}/undo`,
  reason: "reason",
  done: words.undone,
});

const tones = { exact: "ok", likely: "info", possible: "warn" } as const;

type LineProps = {
  line: BankLine;
  onConfirm: () => void;
  onByHand: () => void;
  onAside: () => void;
  onReopen: () => void;
  onUndo: (() => void) | undefined;
};

function Line({ line, onConfirm, onByHand, onAside, onReopen, onUndo }: LineProps) {
  const { proposal } = line;
  const waits = line.state === "open";
  const sum = line.currency === "AED" ? formatAed(line.amount) : `${line.currency} ${(line.amount / 100).toFixed(2)}`;
  return (
    <li className="li kact wrap">
      <span className="grow">
        <b className="kname">
          <span className="num">{dotted([sum, sayDay(line.booked_on)])}</span>
        </b>
        <span className="sm kline">
          <bdi>{line.payer}</bdi>
        </span>
        <span className="sm t2 kline">
          <bdi>{line.text}</bdi> {line.reference && <bdi className="num">{line.reference}</bdi>}
        </span>
        <span className="row wrap g2 mt2">
          <StatusChip
            tone={tones[proposal.certainty as keyof typeof tones] ?? "mute"}
            icon={line.state === "booked" ? "check" : "search"}
          >
            {waits ? words.certain[proposal.certainty] : words.reasons[line.state]}
          </StatusChip>
          {line.by && <span className="sm t2">{words.by(line.by)}</span>}
        </span>
        {waits && <span className="sm kline">{words.reasons[proposal.reason]}</span>}
        {proposal.parts.map((part) => (
          <span className="sm kline" key={part.invoice_id}>
            <bdi>{proposal.company}</bdi>
            {" · "}
            <Link to={`/kitchen/invoices/${part.invoice_id}`}>
              <bdi>{words.pays(part.number, formatAed(part.amount))}</bdi>
            </Link>
          </span>
        ))}
        {waits && proposal.over > 0 && <span className="sm kline">{words.over(formatAed(proposal.over))}</span>}
      </span>
      <span className="row wrap g2">
        {waits && proposal.parts.length > 0 && (
          <Button look="pri" onClick={onConfirm}>
            {words.confirm(sum)}
          </Button>
        )}
        {waits && line.amount > 0 && line.currency === "AED" && proposal.reason !== "reversal" && !line.recorded && (
          <Button look="out" onClick={onByHand}>
            {words.byHand}
          </Button>
        )}
        {waits && line.amount > 0 && (
          <Button look="out" onClick={onAside}>
            {words.aside}
          </Button>
        )}
        {line.state === "aside" && (
          <Button look="out" onClick={onReopen}>
            {words.reopen}
          </Button>
        )}
        {onUndo && (
          <Button look="out" onClick={onUndo}>
            {words.undo}
          </Button>
        )}
      </span>
    </li>
  );
}

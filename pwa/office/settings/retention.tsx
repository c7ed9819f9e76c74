import { useState } from "react";
import { peopleOf } from "#pwa/company/company-rules";
import { useForm } from "#pwa/forms/use-form";
import { dotted } from "#pwa/i18n/dotted";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { retentionWords as words } from "#pwa/i18n/retention";
import { sayWhen } from "#pwa/office/say-when";
import { SettingSheet } from "#pwa/office/settings/setting-sheet";
import { Pending } from "#pwa/office/troubled";
import type { components } from "#pwa/offline/contract.gen";
import { call } from "#pwa/offline/server";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { toasts } from "#pwa/ui/toast-store";

type Kept = components["schemas"]["OperatorKept"];

const path = "/api/kitchen/retention";
const whatOf = (kind: string) => words.kinds[kind]?.what ?? kind;

/** What is kept for how long and why, what the last run removed, what the next one will, and other periods within their bounds. */
export function Retention() {
  const { answer, trouble, loading, again } = useAnswer(path);
  const [changing, setChanging] = useState<Kept>();
  return (
    <>
      <h1>{kitchenWords.retention}</h1>
      <p className="t2 mt2">{words.text}</p>
      {!answer && <Pending trouble={trouble} again={again} busy={loading} className="mt4" heights={["320px"]} />}
      {answer && (
        <>
          <p className="sm m mt4">{answer.ran_at ? words.ran(sayWhen(answer.ran_at)) : words.never}</p>
          <ul className="card list klist mt4" aria-label={kitchenWords.retention}>
            {answer.kinds.map((kept) => (
              <Line key={kept.kind} kept={kept} onChange={() => setChanging(kept)} />
            ))}
          </ul>
        </>
      )}
      {changing && (
        <Change
          kept={changing}
          onClose={() => setChanging(undefined)}
          onSaved={() => {
            setChanging(undefined);
            void again();
          }}
        />
      )}
    </>
  );
}

function Line({ kept, onChange }: { kept: Kept; onChange: () => void }) {
  const { kind, days, least, most, ran_at, last, month } = kept;
  return (
    <li className="li kact">
      <span className="grow">
        <b className="m kline">{whatOf(kind)}</b>
        <span className="sm kline">
          {dotted([words.keep(days), least < most ? words.bounds(least, most) : words.fixed])}
        </span>
        <span className="sm t2 kline">{words.kinds[kind]?.why}</span>
        <span className="sm t2 kline">{ran_at && words.gone(last, month)}</span>
      </span>
      {least < most && (
        <Button look="out" aria-label={words.changeOf(whatOf(kind))} onClick={onChange}>
          {words.change}
        </Button>
      )}
    </li>
  );
}

function Change({ kept, onSaved, onClose }: { kept: Kept; onSaved: () => void; onClose: () => void }) {
  const { kind, days, least, most } = kept;
  const fits = (value: string) => peopleOf(value) >= least && peopleOf(value) <= most;
  const form = useForm({
    start: { days: String(days) },
    check: (values) => ({ days: fits(values.days) ? undefined : words.wrong(least, most) }),
    send: async (values) => {
      await call("PUT", path, { kind, days: peopleOf(values.days), seen: days }, { toast: false });
      toasts.success(words.saved(whatOf(kind), peopleOf(values.days)));
      onSaved();
    },
    explain: (fault) => (fault.reason === "retention_changed" ? words.changed : undefined),
  });
  return (
    <SettingSheet title={words.changeOf(whatOf(kind))} form={form} onClose={onClose}>
      <p className="t2">{words.kinds[kind]?.why}</p>
      <Field
        label={words.field}
        help={words.bounds(least, most)}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        maxLength={5}
        {...form.field("days")}
      />
      <Effect kept={kept} days={fits(form.values.days) ? peopleOf(form.values.days) : days} />
    </SettingSheet>
  );
}

/** What another period would forget, counted by the server. */
function Effect({ kept, days }: { kept: Kept; days: number }) {
  const { answer } = useAnswer(days === kept.days ? null : `${path}/due?kind=${kept.kind}&days=${days}`);
  return (
    <p className="sm t2" role="status">
      {days !== kept.days && (answer ? words.would(answer) : words.counting)}
    </p>
  );
}

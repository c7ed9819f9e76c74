import { useState } from "react";
import { CopyLink } from "#pwa/forms/copy-link";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { SaveActions } from "#pwa/forms/save-actions";
import { useEditing } from "#pwa/forms/use-editing";
import { formTrouble, useForm } from "#pwa/forms/use-form";
import { apiKeyWords } from "#pwa/i18n/api-keys";
import { dotted } from "#pwa/i18n/dotted";
import { formWords } from "#pwa/i18n/form";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { AnswerOf } from "#pwa/offline/routes";
import { call } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useAnswer } from "#pwa/online/use-answer";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { CheckRow } from "#pwa/ui/check-row";
import { ErrorBox } from "#pwa/ui/error-box";
import { ErrorLine } from "#pwa/ui/error-line";
import { Field } from "#pwa/ui/field";
import { SelectField } from "#pwa/ui/select-field";
import { Sheet } from "#pwa/ui/sheet";
import { Skeleton } from "#pwa/ui/skeleton";
import { toasts } from "#pwa/ui/toast-store";

const path = "/api/api-keys";
const options = { toast: false, data: true } as const;

type Key = AnswerOf<"GET", typeof path>["data"][number];

const dayOf = (instant: string) => dayAndDate(dateAt(Date.parse(instant)));

/** The keys by which the company's own programs ask: made here, shown once, revoked. Online only. */
export function CompanyKeys() {
  const { answer, cause, again } = useAnswer(path, { keepPrevious: true });
  const [revoking, setRevoking] = useState<Key | null>(null);
  const keys = answer?.data;
  const { editing, card, open, close } = useEditing(false);
  return (
    <section className="card pad" ref={card} aria-labelledby="company-keys">
      <div className="row between">
        <h2 className="h3" id="company-keys">
          {apiKeyWords.card}
        </h2>
        {!editing && (
          <button type="button" className="link u sm" onClick={open}>
            {apiKeyWords.make}
          </button>
        )}
      </div>
      {editing ? (
        <MakeKey onMade={() => void again()} onDone={close} />
      ) : cause && !keys ? (
        <ErrorBox title={formTrouble(cause)} onRetry={() => void again()} />
      ) : keys ? (
        <>
          {keys.length === 0 && <p className="sm t2 mt2">{apiKeyWords.none}</p>}
          <ul className="rows mt2">
            {keys.map((key) => (
              <KeyRow key={key.id} shown={key} onRevoke={() => setRevoking(key)} />
            ))}
          </ul>
          <a className="link u sm" href="/api/docs" target="_blank" rel="noreferrer">
            {apiKeyWords.docs}
          </a>
        </>
      ) : (
        <Skeleton height="4rem" />
      )}
      {revoking && (
        <RevokeKey
          revoked={revoking}
          onClose={() => {
            setRevoking(null);
            void again();
          }}
        />
      )}
    </section>
  );
}

function KeyRow({ shown, onRevoke }: { shown: Key; onRevoke: () => void }) {
  const over = Date.parse(shown.expires) <= serverNow();
  const end = shown.revoked
    ? apiKeyWords.revoked(dayOf(shown.revoked))
    : (over ? apiKeyWords.ended : apiKeyWords.ends)(dayOf(shown.expires));
  return (
    <li>
      <div className="grow">
        <b className="m">
          <bdi>{shown.name}</bdi>
        </b>
        <p className="sm t2 address">
          <bdi dir="ltr">{apiKeyWords.begins(shown.hint)}</bdi>
        </p>
        <p className="sm t2">{dotted(shown.scopes.map((scope) => apiKeyWords.scope[scope] ?? scope))}</p>
        <p className="sm t2">
          {dotted([
            apiKeyWords.by(shown.by, dayOf(shown.made)),
            shown.used ? apiKeyWords.used(dayOf(shown.used)) : apiKeyWords.unused,
            end,
          ])}
        </p>
      </div>
      {!shown.revoked && !over && (
        <Button look="soft" aria-label={apiKeyWords.revokeIt(shown.name)} onClick={onRevoke}>
          {apiKeyWords.revoke}
        </Button>
      )}
    </li>
  );
}

function MakeKey({ onMade, onDone }: { onMade: () => void; onDone: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const [scopes, setScopes] = useState<string[]>([]);
  const form = useForm({
    start: { name: "", scopes: "", days: "365" },
    check: ({ name }) => ({
      name: name.trim() ? undefined : apiKeyWords.nameMissing,
      scopes: scopes.length ? undefined : apiKeyWords.scopesMissing,
    }),
    send: async ({ name, days }) => {
      const made = await call("POST", path, { name, scopes, days: Number(days) }, options);
      setSecret(made.secret);
      onMade();
    },
  });
  if (secret)
    return (
      <div className="mt4">
        <p className="sm t2">{apiKeyWords.madeText}</p>
        <CopyLink label={apiKeyWords.made} link={secret} />
        <Button look="pri" className="mt4" onClick={onDone}>
          {apiKeyWords.done}
        </Button>
      </div>
    );
  return (
    <form {...form.props} className="fields mt4">
      <Field
        {...form.field("name")}
        label={apiKeyWords.name}
        help={apiKeyWords.nameHelp}
        maxLength={100}
        autoComplete="off"
      />
      <fieldset className="col g2">
        <legend className="lbl">{apiKeyWords.scopes}</legend>
        {Object.entries(apiKeyWords.scope).map(([scope, words]) => (
          <CheckRow
            key={scope}
            checked={scopes.includes(scope)}
            invalid={Boolean(form.wrong.scopes)}
            onChange={(on) => setScopes(on ? [...scopes, scope] : scopes.filter((other) => other !== scope))}
          >
            {words}
          </CheckRow>
        ))}
        <ErrorLine text={(!scopes.length && form.wrong.scopes) || null} className="mt2" />
      </fieldset>
      <SelectField {...form.field("days")} label={apiKeyWords.days}>
        {Object.entries(apiKeyWords.afterDays).map(([days, words]) => (
          <option key={days} value={days}>
            {words}
          </option>
        ))}
      </SelectField>
      <SaveActions form={form} onDone={onDone} />
    </form>
  );
}

function RevokeKey({ revoked, onClose }: { revoked: Key; onClose: () => void }) {
  const form = useForm({
    start: {},
    check: () => ({}),
    send: async () => {
      await call("DELETE", `${path}/${revoked.id}`, undefined, options);
      toasts.success(apiKeyWords.gone);
      onClose();
    },
  });
  return (
    <Sheet open kind="alert" title={apiKeyWords.revokeTitle(revoked.name)} onClose={onClose}>
      <form {...form.props} className="fields mt2">
        <p className="t2">{apiKeyWords.revokeText}</p>
        <FormTrouble form={form} />
        <div className="row wrap g2 actions">
          <Button type="submit" look="danger" busy={form.busy}>
            {apiKeyWords.revoke}
          </Button>
          <Button look="ghost" data-first onClick={onClose}>
            {formWords.cancel}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

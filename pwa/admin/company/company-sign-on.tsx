import { type ReactNode, useState } from "react";
import { CopyLink } from "#pwa/forms/copy-link";
import { EditCard } from "#pwa/forms/edit-card";
import { SaveActions } from "#pwa/forms/save-actions";
import { formTrouble, useForm } from "#pwa/forms/use-form";
import { companyWords } from "#pwa/i18n/company";
import { ownSignOnWords } from "#pwa/i18n/own-sign-on";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { AnswerOf } from "#pwa/offline/routes";
import { call } from "#pwa/offline/server";
import type { OwnCompany } from "#pwa/offline/wire";
import { useAnswer } from "#pwa/online/use-answer";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { ErrorBox } from "#pwa/ui/error-box";
import { ErrorLine } from "#pwa/ui/error-line";
import { Field } from "#pwa/ui/field";
import { Skeleton } from "#pwa/ui/skeleton";
import { Switch } from "#pwa/ui/switch";
import { toasts } from "#pwa/ui/toast-store";

type Setting = AnswerOf<"GET", "/api/company-sign-on">["data"];
const path = "/api/company-sign-on";
const options = { toast: false, data: true } as const;

/** The company's own sign-in: the provider, the domains that are the company's, and whether it is on. Online only. */
export function CompanySignOn({ company }: { company: OwnCompany }) {
  const { answer, cause, again } = useAnswer(path, { keepPrevious: true, version: company.domains.seal });
  const setting = answer?.data;
  return (
    <EditCard
      id="company-sign-on"
      title={ownSignOnWords.card}
      edit={ownSignOnWords.edit}
      already={false}
      form={(close) =>
        setting && (
          <EditProvider
            setting={setting}
            onDone={() => {
              void again();
              close();
            }}
          />
        )
      }
    >
      {cause && !setting ? (
        <ErrorBox title={formTrouble(cause)} onRetry={() => void again()} />
      ) : setting ? (
        <Shown setting={setting} again={again} />
      ) : (
        <Skeleton height="4rem" />
      )}
    </EditCard>
  );
}

function EditProvider({ setting, onDone }: { setting: Setting; onDone: () => void }) {
  const form = useForm({
    start: { issuer: setting.issuer, client_id: setting.client_id, secret: "" },
    check: ({ issuer, client_id }) => ({
      issuer: issuer.trim() ? undefined : ownSignOnWords.issuerMissing,
      client_id: client_id.trim() ? undefined : ownSignOnWords.clientMissing,
    }),
    send: async (values) => {
      await call("PUT", path, values, options);
      toasts.success(companyWords.saved);
      onDone();
    },
  });
  const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false, dir: "ltr" } as const;
  return (
    <form {...form.props} className="fields mt4">
      <CopyLink label={ownSignOnWords.redirect} link={setting.redirect} />
      <Field
        {...form.field("issuer")}
        {...plain}
        label={ownSignOnWords.issuer}
        help={ownSignOnWords.issuerHelp}
        inputMode="url"
        maxLength={500}
      />
      <Field {...form.field("client_id")} {...plain} label={ownSignOnWords.clientId} maxLength={500} />
      <Field
        {...form.field("secret")}
        {...plain}
        type="password"
        label={ownSignOnWords.secret}
        help={setting.issuer ? ownSignOnWords.secretKept : undefined}
        maxLength={2000}
      />
      <SaveActions form={form} onDone={onDone} />
    </form>
  );
}

function Shown({ setting, again }: { setting: Setting; again: () => Promise<void> }) {
  const [trouble, setTrouble] = useState<{ at: string; text: string }>();
  const [busy, setBusy] = useState<string | null>(null);
  const { on, only, domains, tried } = setting;
  const act = async (at: string, work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(at);
    setTrouble(undefined);
    try {
      await work();
      await again();
    } catch (cause) {
      setTrouble({ at, text: formTrouble(cause) });
    } finally {
      setBusy(null);
    }
  };
  const wrong = (at: string) => <ErrorLine text={trouble?.at === at ? trouble.text : null} className="mt2" />;
  const turn = (body: { on: boolean; only: boolean }) =>
    void act("switch", () => call("POST", `${path}/switch`, body, options));
  if (!setting.issuer) return <p className="sm t2 mt2">{ownSignOnWords.none}</p>;
  return (
    <>
      <p className="sm t2 mt2">{ownSignOnWords.state(on, only)}</p>
      <p className="m address mt2">
        <bdi dir="ltr">{setting.issuer}</bdi>
      </p>
      <Part title={ownSignOnWords.domains}>
        <p className="sm t2">{domains.length ? ownSignOnWords.domainsText : ownSignOnWords.domainsNone}</p>
        <ul className="rows mt2">
          {domains.map(({ name, verified, record, value, until }) => (
            <li key={name}>
              <b className="m address">
                <bdi dir="ltr">{name}</bdi>
              </b>
              {until && <span className="sm t2">{ownSignOnWords.gone(dayAndDate(dateAt(Date.parse(until))))}</span>}
              {verified && !until ? (
                <span className="sm t2">{ownSignOnWords.verified}</span>
              ) : (
                <>
                  <span className="sm t2 address">{ownSignOnWords.record(record)}</span>
                  <span className="sm t2 address">{ownSignOnWords.value(value)}</span>
                  <Button
                    look="soft"
                    aria-label={ownSignOnWords.look(name)}
                    busy={busy === name}
                    onClick={() => void act(name, () => call("POST", `${path}/domain`, { domain: name }, options))}
                  >
                    {ownSignOnWords.lookShort}
                  </Button>
                </>
              )}
              {wrong(name)}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={ownSignOnWords.tryTitle}>
        <p className="sm t2">
          {ownSignOnWords.tryText} {tried && ownSignOnWords.tried(dayAndDate(tried.slice(0, 10)))}
        </p>
        <Button
          look="soft"
          className="mt2"
          busy={busy === "try"}
          onClick={() =>
            void act("try", async () => {
              const { location: page } = await call("POST", `${path}/try`, undefined, options);
              location.assign(page);
            })
          }
        >
          {ownSignOnWords.tryIt}
        </Button>
        {wrong("try")}
      </Part>
      <Part title={ownSignOnWords.switchTitle}>
        <Switch
          on={on}
          disabled={busy !== null}
          label={ownSignOnWords.on}
          onChange={(now) => turn({ on: now, only: false })}
        />
        <Switch
          on={only}
          disabled={busy !== null || !on}
          label={ownSignOnWords.only}
          help={ownSignOnWords.onlyHelp}
          onChange={(now) => turn({ on, only: now })}
        />
        {wrong("switch")}
      </Part>
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt6">
    <h3 className="m">{title}</h3>
    {children}
  </section>
);

import { ownSignOnWords } from "#pwa/i18n/own-sign-on";
import type { AnswerOf } from "#pwa/offline/routes";

export type Tried = AnswerOf<"POST", "/api/company-sign-on/tried">["data"];

/** What a provider said of the admin who tried it, and whether people would come in like this. */
export function TriedClaims({ said }: { said: Tried }) {
  const { triedFits, triedNot, triedUnsure } = ownSignOnWords;
  const rows: [label: string, value: string][] = [
    [ownSignOnWords.email, said.email],
    [ownSignOnWords.emailVerified, ownSignOnWords.says(said.verified)],
    [ownSignOnWords.name, said.name],
    [ownSignOnWords.subject, said.subject],
  ];
  return (
    <>
      <h1>{ownSignOnWords.triedTitle}</h1>
      <p className={`banner round mt4 ${said.fits ? "ok" : "warn"}`} role="status">
        <span>{said.fits ? triedFits : triedNot}</span>
      </p>
      {said.fits && !said.sure && <p className="sm t2 mt2">{triedUnsure}</p>}
      <dl className="col g3 mt4">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="sm t2">{label}</dt>
            <dd className="m address" dir="auto">
              {value || ownSignOnWords.missing}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

import { useState } from "react";
import { CopyLink } from "#pwa/forms/copy-link";
import { formTrouble } from "#pwa/forms/use-form";
import { directoryWords } from "#pwa/i18n/company-directory";
import { dotted } from "#pwa/i18n/dotted";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { AnswerOf } from "#pwa/offline/routes";
import { call } from "#pwa/offline/server";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { ErrorBox } from "#pwa/ui/error-box";
import { ErrorLine } from "#pwa/ui/error-line";
import { Skeleton } from "#pwa/ui/skeleton";

const path = "/api/company-directory";
type Token = AnswerOf<"GET", typeof path>["data"]["tokens"][number];

/** The company's directory: its address, and the tokens with which it proves itself. Online only. */
export function CompanyDirectory() {
  const { answer, cause, again } = useAnswer(path, { keepPrevious: true });
  const [told, setTold] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const [asked, setAsked] = useState<string>();
  const act = async (at: string, work: () => Promise<void>) => {
    if (busy) return;
    setBusy(at);
    setTrouble(undefined);
    try {
      await work();
      await again();
    } catch (wrong) {
      setTrouble(formTrouble(wrong));
    } finally {
      setBusy(undefined);
    }
  };
  const make = () =>
    act("make", async () => {
      const made = await call("POST", `${path}/token`, undefined, { toast: false });
      setTold(made.token);
    });
  const revoke = (id: string) =>
    act(id, async () => {
      await call("POST", `${path}/revoke`, { id }, { toast: false });
      setAsked(undefined);
      setTold(undefined);
    });
  const setting = answer?.data;
  return (
    <section className="card pad" aria-labelledby="company-directory">
      <h2 id="company-directory" className="h3">
        {directoryWords.card}
      </h2>
      <p className="sm t2 mt2">{directoryWords.none}</p>
      <p className="sm t2 mt2">{directoryWords.leavers}</p>
      {cause && !setting ? (
        <ErrorBox title={formTrouble(cause)} onRetry={() => void again()} />
      ) : !setting ? (
        <Skeleton height="4rem" />
      ) : (
        <>
          <CopyLink label={directoryWords.address} link={setting.address} />
          {setting.people + setting.groups > 0 && (
            <p className="sm t2 mt2">{directoryWords.told(setting.people, setting.groups)}</p>
          )}
          {told && (
            <>
              <CopyLink label={directoryWords.token} link={told} />
              <p className="sm t2">{directoryWords.tokenOnce}</p>
            </>
          )}
          <h3 className="m mt6">{directoryWords.tokens}</h3>
          <ul className="rows mt2">
            {setting.tokens.map((token) => (
              <li key={token.id}>
                <b className="m">{directoryWords.ends(token.ending)}</b>
                <span className="sm t2">{said(token)}</span>
                {asked === token.id && <span className="sm t2">{directoryWords.revokeText}</span>}
                <Button
                  look="soft"
                  aria-label={asked === token.id ? undefined : directoryWords.revokeOf(token.ending)}
                  busy={busy === token.id}
                  onClick={() => (asked === token.id ? void revoke(token.id) : setAsked(token.id))}
                >
                  {asked === token.id ? directoryWords.revokeSure : directoryWords.revoke}
                </Button>
              </li>
            ))}
          </ul>
          <Button look="soft" className="mt2" busy={busy === "make"} onClick={() => void make()}>
            {directoryWords.make}
          </Button>
          <ErrorLine text={trouble ?? null} className="mt2" />
        </>
      )}
    </section>
  );
}

const said = ({ made, by, used }: Token) => {
  const use = used ? directoryWords.used(dayAndDate(used.slice(0, 10))) : directoryWords.unused;
  return dotted([directoryWords.made(dayAndDate(made.slice(0, 10)), by), use]);
};

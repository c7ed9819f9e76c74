import { changeCompany, explain } from "#pwa/admin/company/use-own-company";
import { formTrouble } from "#pwa/forms/use-form";
import { usePicture } from "#pwa/forms/use-picture";
import { companyWords } from "#pwa/i18n/company";
import { Fault } from "#pwa/offline/server";
import type { OwnCompany } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { toasts } from "#pwa/ui/toast-store";

const explainAll = (cause: unknown) => (cause instanceof Fault && explain(cause)) || formTrouble(cause);

/** What the company's people see when they sign in. */
export function CompanyLogo({ company: { logo } }: { company: OwnCompany }) {
  const { busy, error, choose, remove, input } = usePicture(async (picture) => {
    await changeCompany("logo", { picture });
    toasts.success(companyWords.saved);
  }, explainAll);
  return (
    <section className="card pad" aria-labelledby="company-logo">
      <h2 className="h3" id="company-logo">
        {companyWords.logo}
      </h2>
      <div className="row g4 mt3">
        {logo ? (
          <img className="face square" src={logo} alt="" width={88} height={88} />
        ) : (
          <span className="face square" aria-hidden="true">
            <Icon name="building" />
          </span>
        )}
        <div className="row wrap g2">
          <Button look="soft" busy={busy === "set"} onClick={choose}>
            {logo ? companyWords.changeLogo : companyWords.addLogo}
          </Button>
          {logo && (
            <Button look="ghost" busy={busy === "remove"} onClick={remove}>
              {companyWords.removeLogo}
            </Button>
          )}
        </div>
      </div>
      <input id="logo" aria-label={companyWords.logo} {...input} />
      <p className={error ? "help err mt3" : "sm t2 mt3"} role={error ? "alert" : undefined}>
        {error && <Icon name="err" size="s" />}
        <span>{error ?? companyWords.logoHelp}</span>
      </p>
    </section>
  );
}

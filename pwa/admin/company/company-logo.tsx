import { type ChangeEvent, useRef, useState } from "react";
import { changeCompany, explain } from "#pwa/admin/company/use-own-company";
import { formTrouble } from "#pwa/forms/use-form";
import { companyWords } from "#pwa/i18n/company";
import { profileWords } from "#pwa/i18n/profile";
import { Fault } from "#pwa/offline/server";
import type { OwnCompany } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { NotAPicture, shrinkPicture } from "#pwa/ui/shrink-picture";
import { toasts } from "#pwa/ui/toast-store";

const said = { kind: profileWords.pictureKind, big: profileWords.pictureBig, broken: profileWords.pictureBroken };

/** What the company's people see when they sign in. */
export function CompanyLogo({ company: { logo } }: { company: OwnCompany }) {
  const file = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<"set" | "remove" | null>(null);
  const [error, setError] = useState<string | null>(null);

  const work = async (what: "set" | "remove", picture: () => Promise<string>) => {
    if (busy) return;
    setBusy(what);
    setError(null);
    try {
      await changeCompany("logo", { picture: await picture() });
      toasts.success(companyWords.saved);
    } catch (cause) {
      const own = cause instanceof Fault ? explain(cause) : undefined;
      setError(cause instanceof NotAPicture ? said[cause.why] : (own ?? formTrouble(cause)));
    } finally {
      setBusy(null);
    }
  };
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const picture = event.target.files?.[0];
    // The same file can be chosen again after a fault.
    event.target.value = "";
    if (picture) void work("set", () => shrinkPicture(picture));
  };
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
          <Button look="soft" busy={busy === "set"} onClick={() => file.current?.click()}>
            {logo ? companyWords.changeLogo : companyWords.addLogo}
          </Button>
          {logo && (
            <Button look="ghost" busy={busy === "remove"} onClick={() => void work("remove", async () => "")}>
              {companyWords.removeLogo}
            </Button>
          )}
        </div>
      </div>
      <input
        ref={file}
        id="logo"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={companyWords.logo}
        hidden
        tabIndex={-1}
        onChange={chosen}
      />
      <p className={error ? "help err mt3" : "sm t2 mt3"} role={error ? "alert" : undefined}>
        {error && <Icon name="err" size="s" />}
        <span>{error ?? companyWords.logoHelp}</span>
      </p>
    </section>
  );
}

import { useState } from "react";
import { useNavigate } from "react-router";
import { deleteAccount } from "#pwa/employee/profile/account";
import { codeFault } from "#pwa/forms/field-rules";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { PasswordField } from "#pwa/forms/password-field";
import { formTrouble, useForm } from "#pwa/forms/use-form";
import { formatAed } from "#pwa/i18n/amounts";
import { deletionWords } from "#pwa/i18n/profile";
import { rulesWords } from "#pwa/i18n/rules";
import type { Fault } from "#pwa/offline/server";
import { type Profile, requestOtp } from "#pwa/offline/session";
import { leaveTo } from "#pwa/shell/guard";
import { Button } from "#pwa/ui/button";
import { CheckRow } from "#pwa/ui/check-row";
import { Icon } from "#pwa/ui/icon";
import { OtpField } from "#pwa/ui/otp-field";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

/** Deletes the account: says exactly what is lost, asks for proof, and erases. */
export function DeleteAccount({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const navigate = useNavigate();
  const [way, setWay] = useState<"password" | "otp">("password");
  const [asking, setAsking] = useState(false);
  const [wallet, setWallet] = useState(profile.wallet_balance);
  const [giveUp, setGiveUp] = useState(false);
  const form = useForm({
    start: { password: "", otp: "" },
    check: ({ password, otp }) =>
      way === "otp" ? { otp: codeFault(otp) } : { password: password ? undefined : rulesWords.missing },
    send: async ({ password, otp }): Promise<void> => {
      if (wallet > 0 && !giveUp) return form.fail(deletionWords.walletNeeded(formatAed(wallet)));
      leaveTo("/");
      try {
        await deleteAccount(way === "otp" ? { otp } : { password }, giveUp);
        toasts.success(deletionWords.done);
        await navigate("/", { replace: true });
      } finally {
        leaveTo(null);
      }
    },
    explain: (fault) => {
      if (fault.reason === "wallet_not_empty") setWallet(balanceIn(fault) ?? wallet);
      return {
        open_orders: deletionWords.openOrders,
        last_admin: deletionWords.lastAdmin,
        wallet_not_empty: deletionWords.walletNeeded(formatAed(balanceIn(fault) ?? wallet)),
      }[fault.reason ?? ""];
    },
  });
  const byCode = async () => {
    setAsking(true);
    await requestOtp(profile.email).then(
      () => {
        setWay("otp");
        toasts.info(deletionWords.codeSent(profile.email));
      },
      (cause) => form.fail(formTrouble(cause)),
    );
    setAsking(false);
  };
  const code = form.field("otp");
  return (
    <Sheet open title={deletionWords.title} onClose={() => !form.busy && onClose()}>
      <p>{deletionWords.text}</p>
      <ul className="consequences mt3">
        {deletionWords.consequences.map((text) => (
          <li key={text} className="row g3">
            <Icon name="right" size="s" />
            <span className="grow">{text}</span>
          </li>
        ))}
        <li className="row g3">
          <Icon name="alert" size="s" />
          <span className="grow">{deletionWords.orders}</span>
        </li>
      </ul>
      <form {...form.props} className="fields mt4">
        {way === "password" ? (
          <PasswordField {...form.field("password")} label={deletionWords.password} autoComplete="current-password" />
        ) : (
          <OtpField
            label={deletionWords.code}
            value={code.value}
            error={code.error}
            onChange={(digits) => form.set("otp", digits)}
          />
        )}
        <Button
          look="ghost"
          className="otherway"
          busy={asking}
          onClick={() => (way === "password" ? void byCode() : setWay("password"))}
        >
          {way === "password" ? deletionWords.useCode : deletionWords.usePassword}
        </Button>
        {wallet > 0 && (
          <CheckRow checked={giveUp} onChange={setGiveUp}>
            {deletionWords.wallet(formatAed(wallet))}
          </CheckRow>
        )}
        <FormTrouble form={form} />
        <Button type="submit" look="danger" size="lg" full busy={form.busy}>
          {deletionWords.confirm}
        </Button>
        <Button look="out" size="lg" full onClick={onClose}>
          {deletionWords.keep}
        </Button>
      </form>
    </Sheet>
  );
}

function balanceIn(fault: Fault): number | undefined {
  const balance = (fault.detail as { balance?: unknown } | undefined)?.balance;
  return typeof balance === "number" ? balance : undefined;
}

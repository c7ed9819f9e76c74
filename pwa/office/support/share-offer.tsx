import { type Share, type ShareValues, shareFaults, shareOfValues, valuesOfShare } from "#pwa/company/share";
import { ShareFields } from "#pwa/company/share-fields";
import { useForm } from "#pwa/forms/use-form";
import { kitchenSettingWords } from "#pwa/i18n/kitchen-settings";
import { SaveRow } from "#pwa/office/form-actions";
import { call } from "#pwa/offline/server";
import { toasts } from "#pwa/ui/toast-store";

const words = kitchenSettingWords;
const fields: Record<string, string> = { "share.share_cap": "cap", "share.share_value": "percent" };

/** Edits the terms with which the payment step of a registration starts. Registered companies keep the terms that they chose. */
export function ShareOffer({ offered }: { offered: Share }) {
  const form = useForm<ShareValues>({
    start: valuesOfShare(offered),
    check: shareFaults,
    fieldOf: (name) => fields[name] ?? name,
    send: async (values) => {
      await call("PUT", "/api/kitchen/settings", { share: shareOfValues(values) }, { toast: false });
      toasts.success(words.shareSaved);
    },
  });
  return (
    <form {...form.props} className="card pad col g4 kform">
      <h2 className="h3">{words.share}</h2>
      <p className="t2">{words.shareText}</p>
      <ShareFields form={form} />
      <SaveRow form={form} />
    </form>
  );
}

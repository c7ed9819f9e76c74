import { kitchenStaffWords as words } from "#pwa/i18n/kitchen-settings";
import { Button } from "#pwa/ui/button";
import { Sheet } from "#pwa/ui/sheet";

type Props = { name: string; code: string; onClose: () => void };

/** What a manager hands over to an operator who is to set up an app. It is shown once. */
export function StartCode({ name, code, onClose }: Props) {
  return (
    <Sheet open title={words.startTitle(name)} onClose={onClose}>
      <p className="t2">{words.startText}</p>
      <p className="mt4 card pad">
        <b className="kletters" dir="ltr">
          {code}
        </b>
      </p>
      <p className="sm t2 mt3">{words.startLost}</p>
      <div className="mt6">
        <Button look="pri" onClick={onClose}>
          {words.startDone}
        </Button>
      </div>
    </Sheet>
  );
}

import "#pwa/app/install.css";
import type { ReactNode } from "react";
import { installWords } from "#pwa/i18n/install";
import { Button } from "#pwa/ui/button";
import { Icon, type IconName } from "#pwa/ui/icon";
import { Sheet } from "#pwa/ui/sheet";

const words = installWords;
const reasons: [IconName, string, string][] = [
  ["off", words.offline, words.offlineText],
  ["cloudup", words.badge, words.badgeText],
  ["bolt", words.faster, words.fasterText],
];
// Safari's own share and add icons, which only this sheet uses.
const share =
  "M12 15V4M8.5 7 12 3.5 15.5 7M7 10.5H6a1 1 0 0 0-1 1V19a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7.5a1 1 0 0 0-1-1h-1";
const addBox = "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2M12 8.5v7M8.5 12h7";
const check = "M5 12.5 10 17.5 19.5 7";
const phone =
  "M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3" +
  "M12 7v6M9.5 10.8 12 13.3l2.5-2.5M10.5 17.5h3";

const Sign = ({ path, small }: { path: string; small?: boolean }) => (
  <svg className={`ic${small ? " ic-s" : ""}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

type Props = {
  /** Opens the browser's install prompt; without it, the sheet lists the steps. */
  onInstall?: () => void;
  unsent?: number;
  onClose: () => void;
};

/** Says what installing the app is good for, and how to do it. */
export function InstallSheet({ onInstall, unsent = 0, onClose }: Props) {
  const steps: [ReactNode, string][] = [
    [words.stepShare, share],
    [words.stepAdd, addBox],
    [words.stepDone, check],
  ].map(([text, path]) => [bold(text ?? ""), path ?? ""]);
  return (
    <Sheet
      open
      onClose={onClose}
      title={onInstall ? words.title : words.stepsTitle}
      footer={
        <div className="col g2">
          {onInstall && (
            <Button look="pri" size="lg" full onClick={onInstall} data-first>
              <Sign path={phone} small />
              {words.install}
            </Button>
          )}
          <Button look={onInstall ? "ghost" : "out"} size={onInstall ? undefined : "lg"} full onClick={onClose}>
            {onInstall ? words.notNow : words.gotIt}
          </Button>
        </div>
      }
    >
      <div className="install row">
        <img src="/icons/apple-touch-180.png" alt="" width="72" height="72" />
        <p className="grow t2">{onInstall ? words.lead : words.stepsLead}</p>
      </div>
      {unsent > 0 && (
        <p className="notice warn mt4" role="status">
          <Icon name="cloudup" size="s" />
          <span>{words.unsent(unsent)}</span>
        </p>
      )}
      {onInstall ? (
        <ul className="list mt4 install">
          {reasons.map(([icon, title, text]) => (
            <li key={icon} className="li">
              <Icon name={icon} />
              <span className="grow">
                <span className="m">{title}</span>
                <span className="sm t2 why">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <ol className="list mt4 install">
          {steps.map(([text, path], at) => (
            <li key={path} className="li">
              <span className="b t3 num">{at + 1}</span>
              <span className="grow">{text}</span>
              <span className="sign">
                <Sign path={path} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Sheet>
  );
}

/** Prints the words between stars in bold: they are the label of the button that is meant. */
function bold(text: string): ReactNode {
  const [before, name, after] = text.split("*");
  return (
    <>
      {before}
      <b>{name}</b>
      {after}
    </>
  );
}

import { useEffect, useRef } from "react";
import { loginWords } from "#pwa/i18n/login";
import { notFoundWords } from "#pwa/i18n/not-found";
import { registerWords } from "#pwa/i18n/register";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

const words = loginWords.notActive;

type Props = {
  email: string;
  status: string | null;
  /** The person has just entered the code from the mail. */
  proven?: boolean;
  onChange: () => void;
};

/** Explains why an account cannot sign in yet and what to do. Only Active profiles sign in. */
export function NotActive({ email, status, proven, onChange }: Props) {
  const { title, text } =
    status === "Invited" || status === "Pending" || status === "Suspended" ? words[status] : words.other;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <span className="notyet">
        <Icon name={status === "Invited" ? "mail" : status === "Suspended" ? "lock" : "clock"} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt4">
        {proven ? registerWords.waitingTitle : title}
      </h1>
      <p className="t2 mt2">{text}</p>
      {status === "Invited" && (
        <Button look="pri" size="lg" full className="mt6" to="/password-reset" state={{ email, invited: true }}>
          {loginWords.setPassword}
        </Button>
      )}
      <Button
        look={status === "Invited" ? "out" : "pri"}
        size="lg"
        full
        className={status === "Invited" ? "mt2" : "mt6"}
        onClick={onChange}
      >
        {loginWords.otherEmail}
      </Button>
      <Button look="ghost" full className="mt2" to="/menu">
        {notFoundWords.menu}
      </Button>
    </>
  );
}

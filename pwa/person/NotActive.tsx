import { useEffect, useRef } from "react";
import { Button } from "#pwa/ui/Button";
import { Icon } from "#pwa/ui/Icon";
import { loginWords } from "#pwa/words/login";
import { notFoundWords } from "#pwa/words/notFound";

const said = loginWords.notActive;

/** An account that cannot be opened yet, and whom to ask. Only Active signs in. (D2) */
export function NotActive({ status, onChange }: { status: string | null; onChange: () => void }) {
  const { title, text } =
    status === "Invited" || status === "Pending" || status === "Suspended" ? said[status] : said.other;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <span className="notyet">
        <Icon name={status === "Invited" ? "mail" : status === "Suspended" ? "lock" : "clock"} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt4">
        {title}
      </h1>
      <p className="t2 mt2">{text}</p>
      <Button look="pri" size="lg" full className="mt6" onClick={onChange}>
        {loginWords.otherEmail}
      </Button>
      <Button look="ghost" full className="mt2" to="/menu">
        {notFoundWords.menu}
      </Button>
    </>
  );
}

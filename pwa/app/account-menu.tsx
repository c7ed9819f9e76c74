import { useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { Avatar } from "#pwa/app/avatar";
import { headerWords, sideWords } from "#pwa/i18n/app";
import type { Profile } from "#pwa/offline/session";
import { LanguageSwitch } from "#pwa/shell/language-switch";
import { firstName, isAdmin } from "#pwa/shell/profile";
import { Icon } from "#pwa/ui/icon";

type Props = { profile: Profile; onLogout: () => void; company?: boolean };

/** 'Hi {name}' with the picture; opens what belongs to the person, Logout last. */
export function AccountMenu({ profile, onLogout, company }: Props) {
  const { key } = useLocation();
  // It belongs to the page on which it was opened: every navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === key;
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const away = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpenAt(null);
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpenAt(null);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", away);
    document.addEventListener("focusin", away);
    document.addEventListener("keydown", pressed);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("focusin", away);
      document.removeEventListener("keydown", pressed);
    };
  }, [open]);

  return (
    <div className="account" ref={box}>
      <button
        type="button"
        ref={button}
        className="hi"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpenAt(open ? null : key)}
      >
        <Avatar profile={profile} />
        <span className="who">
          <b className="ell">{headerWords.hi(firstName(profile))}</b>{" "}
          {company && profile.company_name && <span className="sm t2 ell">{profile.company_name}</span>}
        </span>
      </button>
      <div className="drop card list" id={id} hidden={!open}>
        <div className="li">
          <span className="grow">
            <b className="m">{profile.name}</b>
            <span className="sm t2 ell">{profile.email}</span>
          </span>
        </div>
        <Link className="li" to="/dashboard/profile">
          <Icon name="user" />
          {sideWords.profile}
        </Link>
        {isAdmin(profile) && (
          <Link className="li" to="/dashboard/paymentMethods">
            <Icon name="card" />
            {sideWords.cards}
          </Link>
        )}
        <LanguageSwitch row />
        <button
          type="button"
          className="li"
          onClick={() => {
            // This button goes with its menu, so a person who stays signed in finds the focus on the account button.
            button.current?.focus();
            setOpenAt(null);
            onLogout();
          }}
        >
          <Icon name="logout" />
          {headerWords.logout}
        </button>
      </div>
    </div>
  );
}

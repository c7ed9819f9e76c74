import { lazy, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useInstallOffer } from "#pwa/app/install-offer";
import { useArrived } from "#pwa/shell/arrived";
import { Later } from "#pwa/ui/later";

const InstallSheet = lazy(async () => ({ default: (await import("#pwa/app/install-sheet")).InstallSheet }));

type Props = {
  /** This person has an order that is in effect. */
  ordered: boolean;
  /** Changes that only this browser has. */
  unsent: number;
  /** Sends the changes; true when nothing is left. */
  send: () => Promise<boolean>;
};

const key = "sahn.install";
const ofAnOrder = /^\/(payment|checkout)\/\w/;

/** Whether the browser came back from the card page: this code may arrive after the person has gone on. */
function began(): boolean {
  const [start] = performance.getEntriesByType?.("navigation") ?? [];
  return start !== undefined && ofAnOrder.test(new URL(start.name).pathname);
}

/** Offers to install the app, once per device: on the way back from the first order, never on the way to one. */
export function Install({ ordered, unsent, send }: Props) {
  const { pathname } = useLocation();
  const here = useArrived((arrived) => arrived.path) === pathname;
  const offer = useInstallOffer((kept) => kept.offer);
  const [open, setOpen] = useState(false);
  const placed = useRef(began());
  if (ofAnOrder.test(pathname)) placed.current = true;
  const way = onIphone() ? "steps" : offer && "offer";
  const due = way !== null && ordered && placed.current && here && pathname.startsWith("/dashboard") && !installed();

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it is due
  useEffect(() => {
    if (!due || wasOffered()) return;
    let here = true;
    // The installed app starts with empty storage there, so changes that only this browser has are sent first, or mentioned.
    const first = way === "steps" && unsent > 0 ? send().catch(() => false) : Promise.resolve(true);
    void first.then(() => {
      if (!here) return;
      markOffered();
      setOpen(true);
    });
    return () => {
      here = false;
    };
  }, [due]);

  useEffect(() => {
    const done = () => setOpen(false);
    window.addEventListener("appinstalled", done);
    return () => window.removeEventListener("appinstalled", done);
  }, []);

  if (!open || !way) return null;
  const close = () => setOpen(false);
  return (
    <Later>
      {way === "steps" ? (
        <InstallSheet unsent={unsent} onClose={close} />
      ) : (
        <InstallSheet onInstall={() => void offer?.prompt().then(close, close)} onClose={close} />
      )}
    </Later>
  );
}

function wasOffered(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

function markOffered(): void {
  localStorage.setItem(key, new Date().toISOString());
}

const installed = () =>
  matchMedia("(display-mode: standalone)").matches || (navigator as { standalone?: boolean }).standalone === true;

/** Safari on an iPhone or iPad, where only the person can add an app. Other browsers there look like it and are named. */
function onIphone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return apple && /Version\/.+Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS/.test(userAgent);
}

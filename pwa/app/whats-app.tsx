import { useEffect, useState } from "react";
import { appWords } from "#pwa/i18n/app";
import { chatLink, useConfig } from "#pwa/offline/config";
import { useSession } from "#pwa/offline/session";
import { Icon } from "#pwa/ui/icon";

const shiftsAfter = 64;

/** Whether the page is scrolled so far that the header's button becomes one that floats above the bottom bar. */
function useShifted(): boolean {
  const [shifted, setShifted] = useState(false);
  useEffect(() => {
    const look = () => setShifted(window.scrollY > shiftsAfter);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return shifted;
}

/** A chat shortcut for signed-in people; without a number there is none. In the header it steps aside after 64 px. */
export function WhatsApp({ floating }: { floating?: boolean }) {
  const number = useConfig((config) => config.whatsapp);
  const signedIn = useSession((session) => session.signedIn);
  const shifted = useShifted();
  if (!number || !signedIn) return null;
  if (Boolean(floating) !== shifted) return null;
  return (
    <a
      className={floating ? "fab" : "iconbtn solid"}
      href={chatLink(number)}
      target="_blank"
      rel="noreferrer"
      aria-label={appWords.whatsapp}
    >
      <Icon name="chat" />
    </a>
  );
}

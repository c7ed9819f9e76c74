import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { signInTrouble } from "#pwa/forms/sign-in-trouble";
import { errorsWords } from "#pwa/i18n/errors";
import { loginWords } from "#pwa/i18n/login";
import { ownBrowser } from "#pwa/offline/session";
import { Banner } from "#pwa/ui/banner";

/**
 * On a page that was opened by the link of a letter about strangers' attempts: makes this browser one in which they do not hold its person
 * up, and says whether that worked. The link's token leaves the address bar at once.
 */
export function OwnBrowser() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get("mine"));
  const [said, setSaid] = useState<{ look: "okk" | "warn"; text: string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (!token) return;
    void navigate(pathname + search, { replace: true });
    ownBrowser(token).then(
      () => setSaid({ look: "okk", text: loginWords.mine }),
      (cause) => setSaid({ look: "warn", text: signInTrouble(cause, errorsWords.unknown) }),
    );
  }, [token]);
  if (!said) return null;
  return (
    <div className="mt4 kept">
      <Banner tone={said.look} icon={said.look === "okk" ? "check" : "alert"} round>
        {said.text}
      </Banner>
    </div>
  );
}

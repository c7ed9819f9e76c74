import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { onRedirect } from "#pwa/offline/server";
import { loginPath } from "#pwa/shell/return-to";

/** Leads to the sign-in page when a session has ended, with the current path, so that the person returns to it. */
export function Redirects() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = useRef("");
  here.current = pathname + search;
  useEffect(
    () =>
      onRedirect(() => {
        if (here.current.startsWith("/kitchen"))
          void navigate(`/kitchen/login?returnTo=${encodeURIComponent(here.current)}`, { replace: true });
        else if (!here.current.startsWith("/login")) void navigate(loginPath(here.current), { replace: true });
      }),
    [navigate],
  );
  return null;
}

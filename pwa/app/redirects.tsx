import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { onRedirect } from "#pwa/offline/server";
import { loginPath } from "#pwa/shell/return-to";

/**
 * Follows a redirect that an answer of the server asks for. One to the sign-in page carries the current path, so that the
 * person returns to it.
 */
export function Redirects() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = useRef("");
  here.current = pathname + search;
  useEffect(
    () =>
      onRedirect((path) => {
        if (path !== "/login") void navigate(path);
        else if (here.current.startsWith("/kitchen"))
          void navigate(`/kitchen/login?returnTo=${encodeURIComponent(here.current)}`, { replace: true });
        else if (!here.current.startsWith("/login")) void navigate(loginPath(here.current), { replace: true });
      }),
    [navigate],
  );
  return null;
}

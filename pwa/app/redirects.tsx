import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { loginPath } from "#pwa/app/return-to";
import { onRedirect } from "#pwa/server";

/** Goes where an answer of the server sends the person; to the door with the way back. (spec 8) */
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

import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { useSession } from "#pwa/offline/session";
import { loginPath } from "#pwa/shell/return-to";

// While a person is logging out, the page under them loses its session before the next page is there.
let leavingTo: string | null = null;

/** Says where a person who is logging out goes, instead of the sign-in page. Null when they have arrived. */
export function leaveTo(path: string | null) {
  leavingTo = path;
}

/**
 * Lets signed-in people through; operators go to their own side, others go to /login and come back after it. The server
 * checks again in any case.
 */
export function Guard({ children }: { children: ReactNode }) {
  const signedIn = useSession((session) => session.signedIn);
  const operator = useSession(({ profile }) => profile?.client_type === "Operator");
  const { pathname, search, hash } = useLocation();
  if (signedIn && operator) return <Navigate to="/kitchen" replace />;
  if (signedIn) return children;
  return <Navigate to={leavingTo ?? loginPath(pathname + search + hash)} replace />;
}

import { type ReactNode, Suspense } from "react";
import { ErrorPage } from "#pwa/ui/error-page";

/** For what the first screen can do without: it comes when its code is here, and its absence breaks nothing. */
export const Later = ({ children }: { children: ReactNode }) => (
  <ErrorPage quiet>
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorPage>
);

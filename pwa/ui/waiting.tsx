import { uiWords } from "#pwa/i18n/app";
import { Skeleton } from "#pwa/ui/skeleton";

/** Shapes in the place of a page whose code is still coming; only on the first page of a visit. */
export const Waiting = () => (
  <div className="col g4 pad" role="status" aria-label={uiWords.loading}>
    <Skeleton height="2rem" width="60%" />
    <Skeleton height="7rem" />
    <Skeleton height="7rem" />
  </div>
);

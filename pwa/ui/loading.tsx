import { uiWords } from "#pwa/i18n/app";
import { Skeleton } from "#pwa/ui/skeleton";

/** Shapes of these heights in the place of what is loading. */
export const Loading = ({ heights, className }: { heights: string[]; className?: string }) => (
  <div className={className} role="status" aria-label={uiWords.loading}>
    {heights.map((height, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name
      <Skeleton key={at} height={height} />
    ))}
  </div>
);

import { uiWords } from "#pwa/i18n/app";
import { pairWords } from "#pwa/i18n/pos";
import { exportQueue } from "#pwa/till/export-queue";
import { askAgain } from "#pwa/till/till";
import type { TillDb } from "#pwa/till/till-db";
import { TillNotice } from "#pwa/till/till-notice";
import type { Kept } from "#pwa/till/use-kept";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";

/** The company's account is not active, so the till stands still. It keeps what it has not sent and asks again by itself. */
export const StoppedTill = ({ db, kept }: { db: TillDb; kept: Kept }) => (
  <TillNotice
    title={pairWords.stopped}
    text={pairWords.stoppedText}
    action={{ label: uiWords.tryAgain, press: askAgain }}
  >
    {kept.waiting + kept.left > 0 && (
      <Banner
        tone="bad"
        icon="alert"
        action={
          <Button look="out" onClick={() => void exportQueue(db)}>
            {pairWords.export}
          </Button>
        }
      >
        {pairWords.stoppedUnsent(kept.waiting + kept.left)}
      </Banner>
    )}
  </TillNotice>
);

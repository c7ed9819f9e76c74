import { pairWords } from "#pwa/i18n/pos";
import { exportQueue } from "#pwa/till/export-queue";
import type { TillDb } from "#pwa/till/till-db";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";

/** The server says that it does not know this till. It sells on, and says what helps. */
export const UnknownTill = ({ db, onPair }: { db: TillDb; onPair: () => void }) => (
  <div className="till-unknown">
    <Banner
      tone="bad"
      icon="alert"
      title={pairWords.unknown}
      action={
        <span className="row wrap g3">
          <Button look="out" onClick={() => void exportQueue(db)}>
            {pairWords.export}
          </Button>
          <Button look="pri" onClick={onPair}>
            {pairWords.again}
          </Button>
        </span>
      }
    >
      {pairWords.unknownShort}
    </Banner>
  </div>
);

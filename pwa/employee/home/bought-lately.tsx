import { usePurchases } from "#pwa/employee/history/use-purchases";
import { formatAed } from "#pwa/i18n/amounts";
import { boughtWords } from "#pwa/i18n/history";
import { momentAt } from "#pwa/i18n/say-day";
import { readValue, useDevice, writeValue } from "#pwa/offline/db";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { sharedRead } from "#pwa/offline/sync/shared-read";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

const words = boughtWords;

/** For how long the newest purchase is told, ms. */
const toldFor = 24 * 3_600_000;

const useSeen = sharedRead(async (db) => (await readValue(db, "bought"))?.seen ?? "");

/** The newest purchase at a counter, for a day or until the person has said that it was theirs: a stranger's is noticed at once. */
export function BoughtLately() {
  const now = useServerNow();
  const newest = usePurchases().list?.[0];
  const seen = useSeen();
  if (!newest || seen === undefined || newest.id === seen || newest.dispute || newest.status === "Refunded")
    return null;
  const at = Date.parse(newest.order_date);
  if (now - at > toldFor) return null;
  const dismiss = () => {
    const { db } = useDevice.getState();
    if (db) void writeValue(db, "bought", { seen: newest.id }).catch(() => undefined);
  };
  return (
    <section className="card pad" aria-labelledby="bought">
      <h2 className="h3" id="bought">
        {words.title(formatAed(newest.net_amount + newest.difference), newest.place)}
      </h2>
      <p className="sm t2 mt2 row g2">
        <Icon name="receipt" size="s" />
        {words.text(momentAt(at, now))}
      </p>
      <div className="row wrap g2 mt3">
        <Button look="soft" to={`/dashboard/history?sale=${newest.id}`}>
          {words.look}
        </Button>
        <Button look="ghost" onClick={dismiss}>
          {words.seen}
        </Button>
      </div>
    </section>
  );
}

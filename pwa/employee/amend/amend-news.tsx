import { amendDifferences } from "#pwa/employee/amend/amend-differences";
import { amendWords } from "#pwa/i18n/amend";
import { formatAed } from "#pwa/i18n/amounts";
import { joined } from "#pwa/i18n/joined";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { AmendmentQuote } from "#pwa/offline/wire";
import { Icon } from "#pwa/ui/icon";

const words = amendWords;
const counted = ["order", "gone", "place"];

/** Shows what differs from the preview that the person saw, old beside new, after the server refused the change for it. */
export function AmendNews({ seen, now }: { seen: AmendmentQuote; now: AmendmentQuote }) {
  const found = amendDifferences(seen, now);
  if (found.length === 0) return null;
  return (
    <section className="card pad changes" aria-labelledby="amend-news">
      <h2 className="h3 row g2" id="amend-news">
        <Icon name="alert" size="s" />
        {words.changedTitle(found.length)}
      </h2>
      <p className="sm t2 mt2">{words.changedText}</p>
      <ul className="list mt2">
        {found.map(({ what, date, name, from, to }) => (
          <li key={`${what} ${date} ${name}`} className="diff">
            <span className="grow sm">
              <span className="m">{words.differs[what]}</span>
              {(date || name) && <span className="t2 blk">{joined([date && dayAndDate(date), name])}</span>}
            </span>
            {!counted.includes(what) && (
              <span className="num sm end">
                <s className="t3">{formatAed(from)}</s> <b>{formatAed(to)}</b>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

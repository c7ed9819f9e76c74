import { dotted } from "#pwa/i18n/dotted";
import { notificationsWords as words } from "#pwa/i18n/notifications";
import { momentAt } from "#pwa/i18n/say-day";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useList } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { Skeleton } from "#pwa/ui/skeleton";

/** When and how the person switched messages on or off, the newest first, with the text that they read. */
export function History() {
  const { rows, trouble, loading, again, more } = useList("/api/notifications/history", {});
  if (!rows && trouble)
    return (
      <div className="mt4" role="alert">
        <p className="sm t2">{words.historyFailed}</p>
        <Button look="soft" className="mt2" busy={loading} onClick={() => void again()}>
          {words.historyAgain}
        </Button>
      </div>
    );
  if (!rows)
    return (
      <div className="mt4" role="status" aria-label={words.history}>
        <Skeleton height="60px" />
      </div>
    );
  if (rows.length === 0) return <p className="sm t2 mt4">{words.historyNone}</p>;
  return (
    <>
      <ul className="list mt4" aria-label={words.history} aria-busy={loading}>
        {rows.map(({ channel, kind, given, way, text, device, at }, index) => (
          // Lines are never changed: their place from the top is what they are.
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name
          <li className="li" key={index}>
            <span className="grow">
              <span className="m line">
                {words.switched(words.subjects[kind] ?? kind, given, words.channels[channel] ?? "")}
              </span>
              <span className="sm t2 line">
                {dotted([
                  momentAt(Date.parse(at), serverNow()),
                  words.ways[channel === "whatsapp" && way === "gone" ? "unreachable" : way] ?? way,
                  device,
                ])}
              </span>
              {text && <span className="sm t2 line">{words.read(text)}</span>}
            </span>
          </li>
        ))}
      </ul>
      {more && (
        <Button look="out" className="mt4" busy={loading} onClick={more}>
          {words.historyMore}
        </Button>
      )}
    </>
  );
}

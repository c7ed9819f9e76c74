import { useEffect, useState } from "react";
import { spokenLeft, timeLeft } from "#pwa/employee/choose/time-left";
import { closingTime } from "#pwa/i18n/closing-time";
import { countdownWords } from "#pwa/i18n/countdown";
import { longDay } from "#pwa/i18n/say-day";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { closesAt } from "#pwa/rules/week/closes-at";
import { Icon } from "#pwa/ui/icon";

const soonMs = 11 * 60_000;

/**
 * Shows until when a day can be ordered or changed, and counts down by the server's clock. The ticking time is hidden from
 * screen readers, which read out a sentence instead.
 */
export function Countdown({ date }: { date: string }) {
  const [soon, setSoon] = useState(false);
  const left = closesAt(date) - useServerNow(soon ? 1000 : 15_000);
  useEffect(() => setSoon(left > 0 && left < soonMs), [left]);
  return (
    <p className={`help countdown${left < soonMs ? " soon" : ""}`}>
      <Icon name={left > 0 ? "clock" : "lock"} size="s" />
      <span>
        {countdownWords.until(closingTime(date))}
        <b className="m strong" aria-hidden="true">
          {" "}
          · {timeLeft(left)}
        </b>
        <span className="sr" role="status">
          {spokenLeft(left, longDay(date))}
        </span>
      </span>
    </p>
  );
}

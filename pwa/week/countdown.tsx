import { useEffect, useState } from "react";
import { useServerNow } from "#pwa/sync/server-now";
import { Icon } from "#pwa/ui/icon";
import { closingTime } from "#pwa/week/closing-time";
import { cutoffOf } from "#pwa/week/cutoff";
import { longDay } from "#pwa/week/say-day";
import { spokenLeft, timeLeft } from "#pwa/week/time-left";
import { countdownWords } from "#pwa/words/countdown";

const soonMs = 11 * 60_000;

/**
 * Shows until when a day can be ordered or changed, and counts down by the server's clock. The ticking time is hidden from
 * screen readers, which hear a sentence instead.
 */
export function Countdown({ date }: { date: string }) {
  const [soon, setSoon] = useState(false);
  const left = cutoffOf(date) - useServerNow(soon ? 1000 : 15_000);
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

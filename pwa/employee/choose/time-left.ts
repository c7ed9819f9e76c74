import { countdownWords } from "#pwa/i18n/countdown";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long is left, in ms, as it is written: days and hours, then hours and minutes, and the last ten minutes by the second. */
export function timeLeft(ms: number): string {
  if (ms <= 0) return countdownWords.closed;
  if (ms >= day) return countdownWords.days(Math.floor(ms / day), Math.floor((ms % day) / hour));
  if (ms >= hour) return countdownWords.hours(Math.floor(ms / hour), Math.floor((ms % hour) / minute));
  if (ms >= 10 * minute) return countdownWords.minutes(Math.floor(ms / minute));
  const seconds = Math.ceil(ms / 1000);
  return countdownWords.seconds(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
}

/** What is said aloud: nothing while there is time, then one sentence at each of four moments. */
export function spokenLeft(ms: number, name: string): string {
  const { hour: anHour, ten, one, closed } = countdownWords.spoken;
  if (ms <= 0) return closed(name);
  if (ms <= minute) return one(name);
  if (ms <= 10 * minute) return ten(name);
  return ms <= hour ? anHour(name) : "";
}

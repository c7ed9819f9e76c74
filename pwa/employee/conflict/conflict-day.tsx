import { useId } from "react";
import { type Answer, type Answers, keyOf } from "#pwa/employee/conflict/answers";
import { ConflictMatter } from "#pwa/employee/conflict/conflict-matter";
import type { Conflict, Matter } from "#pwa/employee/conflict/conflicts";
import { conflictWords as words } from "#pwa/i18n/conflict";
import { clockAt, dayAndDate, longDay, shortDay } from "#pwa/i18n/say-day";
import { closesAt } from "#pwa/rules/week/closes-at";
import { dateAt } from "#pwa/rules/week/date";
import type { IconName } from "#pwa/ui/icon";
import { StatusChip, type Tone } from "#pwa/ui/status-chip";

type Props = {
  conflict: Conflict;
  answers: Answers;
  onAnswer: (key: string, answer: Answer) => void;
  /** Applies this day and leaves the others. */
  onlyThis?: () => void;
};

/** One day of what changed: each matter with a mark that says what, and its answers. */
export function ConflictDay({ conflict: { date, matters, meals }, answers, onAnswer, onlyThis }: Props) {
  const id = useId();
  return (
    <section className="cf" aria-labelledby={id}>
      {matters.map((matter, at) => {
        const key = keyOf(date, matter);
        return (
          <div key={key} className="matter">
            <div className="row between">
              {at === 0 ? <h3 id={id}>{date ? dayAndDate(date) : words.week}</h3> : <span />}
              <StatusChip {...looks(matter)}>{chipOf(date, matter)}</StatusChip>
            </div>
            <ConflictMatter
              date={date}
              matter={matter}
              alone={meals <= 1}
              answer={answers[key]}
              onAnswer={(answer) => onAnswer(key, answer)}
            />
          </div>
        );
      })}
      {onlyThis && (
        <div className="row end">
          <button type="button" className="link sm" onClick={onlyThis}>
            {date ? words.onlyDay(longDay(date)) : words.onlyWeek}
          </button>
        </div>
      )}
    </section>
  );
}

function looks(matter: Matter): { tone: Tone; icon: IconName } {
  switch (matter.kind) {
    case "gone":
      return { tone: "bad", icon: "alert" };
    case "shut":
      return { tone: "mute", icon: matter.code === "day_taken" ? "okc" : "lock" };
    case "versions":
      return { tone: "bad", icon: "alert" };
    case "notice":
      return { tone: "warn", icon: "info" };
    default:
      return { tone: "warn", icon: "tag" };
  }
}

function chipOf(date: string, matter: Matter): string {
  if (matter.kind === "gone") return words.gone[matter.code](matter.left);
  if (matter.kind !== "shut") return words.chip[matter.kind];
  if (matter.code !== "cutoff_passed") return words.chip[matter.code];
  const last = closesAt(date) - 60_000;
  return words.chip.cutoff_passed(`${shortDay(dateAt(last))} ${clockAt(last)}`);
}

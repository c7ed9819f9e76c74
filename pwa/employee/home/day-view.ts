import { ways } from "#pwa/employee/home/ways";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { marksWords } from "#pwa/i18n/marks";
import { dayAndDate, dayAndNumber, lastMinute, shortDay } from "#pwa/i18n/say-day";
import type { OfferedDay } from "#pwa/menu/use-offered";
import type { Day } from "#pwa/offline/use-day";
import { statusChip } from "#pwa/payment/status-chip";
import { dateAt } from "#pwa/rules/week/date";
import type { IconName } from "#pwa/ui/icon";
import type { PlateState } from "#pwa/ui/plate";
import type { Tone } from "#pwa/ui/status-chip";

export type DayView = {
  plate: PlateState;
  chip: { tone: Tone; icon: IconName; text: string };
  /** Until when something is possible, or since when it is not. */
  note?: string;
  /** Instead of a meal's name. */
  text?: string;
  action?: { kind: "choose" | "edit" | "decide"; to: string; text: string; label: string };
};

const words = dashboardWords;

type More = {
  /** What waits is on its way right now. */
  sending?: boolean;
  /** It cannot be ordered as it was chosen. */
  changed?: boolean;
};

/** What a day of the week shows and offers. Only what is not ordered yet can be changed from here. */
export function dayView(day: Day, offered: OfferedDay | undefined, { sending, changed }: More = {}): DayView {
  const { date, order } = day;
  const name = dayAndDate(date);
  const edit = {
    kind: "edit" as const,
    to: ways.day(date),
    text: words.change(shortDay(date)),
    label: words.change(name),
  };
  const until = words.editUntil(lastMinute(day.cutoff));
  if (order && (day.state === "confirmed" || day.state === "pending" || day.why === "payment_failed")) {
    if (day.proposal) {
      const kind = "decide" as const;
      const action = { kind, to: ways.review(order.id), text: words.review, label: words.reviewOf(name) };
      return { plate: day.state, chip: { tone: "info", icon: "edit", text: words.unsaved }, note: until, action };
    }
    const paid = order.status === "Confirmed" || order.status === "Completed";
    const can = order.status === "Confirmed" && day.open;
    if (paid && order.deliveries.some((one) => one.delivery_date === date && one.live && one.holiday)) {
      return { plate: "locked", chip: { tone: "warn", icon: "cal", text: words.notServed } };
    }
    if (paid && day.items.some(({ withdrawn }) => withdrawn)) {
      const chip = { tone: "warn", icon: "alert", text: words.withdrawn } as const;
      const action = {
        kind: "decide",
        to: ways.edit(order.id, date),
        text: words.another,
        label: words.anotherFor(name),
      } as const;
      return { plate: day.state, chip, ...(can && { note: words.freeUntil(lastMinute(day.cutoff)), action }) };
    }
    return {
      plate: day.state,
      chip: statusChip(order.status),
      ...(can && { note: until }),
      action: can ? { ...edit, to: ways.edit(order.id, date) } : undefined,
    };
  }
  if (changed || day.state === "needs-you") {
    return {
      plate: "needs-you",
      chip: { tone: "bad", icon: "alert", text: marksWords.needsYou },
      text: day.items.length > 0 ? undefined : words.nothingYet,
      note: day.why === "alternative" ? words.two : until,
      action: {
        kind: "decide",
        to: changed || day.why === "alternative" ? ways.decide(date) : ways.day(date),
        text: marksWords.decide,
        label: words.decideFor(name),
      },
    };
  }
  if (day.items.length > 0 && day.open && day.state !== "locked") {
    const waiting = day.state === "waiting";
    return {
      plate: waiting ? "waiting" : "filled",
      chip: !waiting
        ? { tone: "mute", icon: "plate", text: words.chosen }
        : sending
          ? { tone: "info", icon: "sync", text: marksWords.sending }
          : { tone: "info", icon: "cloudup", text: marksWords.waiting },
      note: until,
      action: edit,
    };
  }
  const closed = { tone: "mute" as const, icon: "lock" as const, text: words.closed };
  if (offered?.why === "full") {
    return { plate: "locked", chip: { ...closed, text: words.full }, text: words.fullText };
  }
  if (offered?.why === "unserved") {
    return { plate: "locked", chip: { ...closed, icon: "cal", text: words.notServed }, text: words.notServedText };
  }
  if (offered?.why === "closed") {
    return { plate: "locked", chip: { ...closed, icon: "cal" }, text: words.noDelivery };
  }
  if (!day.open || day.state === "locked" || offered?.offered === false) {
    return {
      plate: "locked",
      chip: closed,
      note: words.closedAt(lastMinute(day.cutoff)),
      text: day.items.length > 0 ? undefined : words.nothingOrdered,
    };
  }
  return {
    plate: "empty",
    chip: { tone: "mute", icon: "clock", text: words.openUntil(dayAndNumber(dateAt(day.cutoff - 60_000))) },
    text: words.nothingYet,
    action: { kind: "choose", to: ways.day(date), text: words.choose, label: words.chooseFor(name) },
  };
}

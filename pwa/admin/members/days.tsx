import { membersWords as words } from "#pwa/i18n/members";
import type { Member, MemberList } from "#pwa/offline/wire";
import { addDays } from "#pwa/rules/week/date";

/** Shows on which days of the coming week a person ordered, never what they ordered. */
export function Days({ list: { week, closed }, member }: { list: MemberList; member: Member }) {
  const days = [0, 1, 2, 3, 4].map((n) => addDays(week, n)).filter((day) => !closed.includes(day));
  return (
    <span className="wk" role="img" aria-label={words.days(member.days.length, days.length)}>
      {days.map((day) => (
        <i key={day} className={member.days.includes(day) ? "on" : undefined} />
      ))}
    </span>
  );
}

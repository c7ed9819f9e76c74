import { formatAed, formatPlainShort } from "#pwa/i18n/amounts";
import { membersWords as words } from "#pwa/i18n/members";
import type { Member, MemberList } from "#pwa/offline/wire";

/** How much of the company's share a member has used in the current period. */
export function ShareUsed({
  list: { share_cap: cap },
  member,
  bare,
}: {
  list: MemberList;
  member: Member;
  bare?: boolean;
}) {
  const used = member.share_used;
  if (cap === undefined) return <span className="xs num nw">{formatAed(used)}</span>;
  const part = cap > 0 ? Math.min(100, Math.round((used / cap) * 100)) : 100;
  return (
    <span className="used">
      {!bare && (
        <span className={`meter${part >= 100 ? " full" : ""}`} aria-hidden="true">
          <i style={{ inlineSize: `${part}%` }} />
        </span>
      )}
      <span className="xs num nw" aria-hidden="true">
        {formatPlainShort(used)} / {formatPlainShort(cap)}
      </span>
      <span className="sr">{words.used(formatAed(used), formatAed(cap))}</span>
    </span>
  );
}

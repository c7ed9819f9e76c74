import { type Act, actsFor } from "#pwa/admin/members/acts";
import { Days } from "#pwa/admin/members/days";
import { Face } from "#pwa/admin/members/face";
import { MemberState } from "#pwa/admin/members/member-state";
import { ShareUsed } from "#pwa/admin/members/share-used";
import { useWide } from "#pwa/admin/members/use-wide";
import { joined } from "#pwa/i18n/joined";
import { membersWords as words } from "#pwa/i18n/members";
import { nearDay, weekLabel } from "#pwa/i18n/say-day";
import { useServerNow } from "#pwa/offline/sync/server-now";
import type { Member, MemberList } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { IconButton } from "#pwa/ui/icon-button";

type Props = {
  list: MemberList;
  sort: string;
  onSort: (sort: string) => void;
  picked: ReadonlySet<string>;
  all: boolean;
  onPick: (ids: ReadonlySet<string>) => void;
  onOpen: (member: Member) => void;
  onAct: (act: Act, member: Member) => void;
};

/** A page of people: a table where there is room, else a row of cards. */
export const MemberRows = (props: Props) => (useWide() ? <Table {...props} /> : <Cards {...props} />);

const toggled = (picked: ReadonlySet<string>, id: string) => {
  const next = new Set(picked);
  if (!next.delete(id)) next.add(id);
  return next;
};

const Pick = ({ label, on, onChange }: { label: string; on: boolean; onChange: () => void }) => (
  <label className="pick">
    <input type="checkbox" className="sr" checked={on} aria-label={label} onChange={onChange} />
    <span className={`check${on ? " on" : ""}`}>{on && <Icon name="check" size="xs" />}</span>
  </label>
);

function Table({ list, sort, onSort, picked, all, onPick, onOpen, onAct }: Props) {
  const now = useServerNow();
  const { members, you } = list;
  const whole = all || (members.length > 0 && members.every(({ id }) => picked.has(id)));
  const head = (name: string, label: string, first: string) => {
    const [on, down] = [sort.replace("-", "") === name, sort.startsWith("-")];
    const other = name === "department" || name === "status" ? "" : down ? name : `-${name}`;
    return (
      <th scope="col" aria-sort={on ? (down ? "descending" : "ascending") : undefined}>
        <button
          type="button"
          onClick={() => onSort(on ? (other === "name" ? "" : other) : first === "name" ? "" : first)}
        >
          {label}
          {on && <Icon name="down" size="xs" />}
        </button>
      </th>
    );
  };
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col" className="tick">
              <Pick
                label={words.selectPage}
                on={whole}
                onChange={() => onPick(whole ? new Set() : new Set(members.map(({ id }) => id)))}
              />
            </th>
            {head("name", words.person, "name")}
            {head("department", words.department, "department")}
            {head("status", words.status, "status")}
            {head("week", weekLabel(list.week), "-week")}
            {head("share", words.share[list.share_duration] ?? "", "-share")}
            <th scope="col">{words.last}</th>
            <th scope="col">
              <span className="sr">{words.filters}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => {
            const on = all || picked.has(member.id);
            const first = actsFor(member, you)[0];
            return (
              <tr key={member.id} className={on ? "sel" : undefined}>
                <td className="tick">
                  <Pick label={words.select(member.name)} on={on} onChange={() => onPick(toggled(picked, member.id))} />
                </td>
                <th scope="row">
                  <span className="cell">
                    <Face member={member} />
                    <span className="two">
                      <span className="who">
                        <span className="m whole">{member.name}</span> <Role member={member} you={you} />
                      </span>
                      <span className="xs t3 whole">{member.email}</span>
                    </span>
                  </span>
                </th>
                <td className="sm t2 dept">{departmentOf(list, member) || "–"}</td>
                <td>
                  <MemberState member={member} />
                </td>
                <td>
                  {member.status === "Active" ? <Days list={list} member={member} /> : <span className="t3">–</span>}
                </td>
                <td>
                  {member.status === "Active" ? (
                    <ShareUsed list={list} member={member} />
                  ) : (
                    <span className="t3">–</span>
                  )}
                </td>
                <td className="sm t2 nw">{member.last_day ? nearDay(member.last_day, now) : words.never}</td>
                <td className="end">
                  {first === "approve" || first === "resend" ? (
                    <Button look="soft" className="inrow" onClick={() => onAct(first, member)}>
                      {words.short[first] ?? words.acts[first]}
                    </Button>
                  ) : null}
                  <IconButton icon="dots" label={words.more(member.name)} onClick={() => onOpen(member)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const Cards = ({ list, picked, all, onPick, onOpen }: Props) => (
  <ul className="cards">
    {list.members.map((member) => {
      const on = all || picked.has(member.id);
      return (
        <li key={member.id} className={on ? "sel" : undefined}>
          <label className="pick face">
            <input
              type="checkbox"
              className="sr"
              checked={on}
              aria-label={words.select(member.name)}
              onChange={() => onPick(toggled(picked, member.id))}
            />
            {on ? (
              <span className="ava on">
                <Icon name="check" />
              </span>
            ) : (
              <Face member={member} />
            )}
          </label>
          <div className="grow two">
            <span className="who">
              <span className="m whole">{member.name}</span> <Role member={member} you={list.you} />
            </span>
            <span className="state">
              {member.status === "Active" ? (
                <>
                  <Days list={list} member={member} />
                  <ShareUsed list={list} member={member} bare />
                </>
              ) : (
                <MemberState member={member} />
              )}
            </span>
          </div>
          <IconButton icon="dots" label={words.more(member.name)} onClick={() => onOpen(member)} />
        </li>
      );
    })}
  </ul>
);

const Role = ({ member, you }: { member: Member; you: string }) => {
  const notes = joined([member.role === "Admin" && words.roles.Admin, member.id === you && words.you]);
  return notes ? <span className="xs t3">{notes}</span> : null;
};

export const departmentOf = ({ departments }: MemberList, member: Member) =>
  departments.find(({ id }) => id === member.department)?.name ?? "";

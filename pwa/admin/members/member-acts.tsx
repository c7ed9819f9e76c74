import { type Act, actsFor } from "#pwa/admin/members/acts";
import { Days } from "#pwa/admin/members/days";
import { departmentOf } from "#pwa/admin/members/member-rows";
import { MemberState } from "#pwa/admin/members/member-state";
import { ShareUsed } from "#pwa/admin/members/share-used";
import { dotted } from "#pwa/i18n/dotted";
import { membersWords as words } from "#pwa/i18n/members";
import type { Member, MemberList } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Sheet } from "#pwa/ui/sheet";

type Props = { member: Member; list: MemberList; busy: boolean; onClose: () => void; onAct: (act: Act) => void };

/** One of the team, and what can be done. */
export const MemberActs = ({ member, list, busy, onClose, onAct }: Props) => (
  <Sheet open title={member.name} onClose={onClose}>
    <p className="sm t2 wordy">{member.email}</p>
    <p className="about mt3">
      <MemberState member={member} />
      <span className="sm t2">{dotted([words.roles[member.role], departmentOf(list, member)])}</span>
    </p>
    {member.status === "Active" && (
      <p className="about mt3">
        <Days list={list} member={member} />
        <ShareUsed list={list} member={member} bare />
        {member.reminded && <span className="xs t2">{words.reminded}</span>}
      </p>
    )}
    <div className="acts mt4">
      {actsFor(member, list.you).map((act) => (
        <Button
          key={act}
          look={act === "approve" || act === "reactivate" ? "pri" : "out"}
          className={act === "suspend" || act === "remove" ? "grave" : ""}
          full
          busy={busy}
          onClick={() => onAct(act)}
        >
          {words.acts[act]}
        </Button>
      ))}
    </div>
  </Sheet>
);

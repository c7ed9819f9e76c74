import { ask } from "#pwa/admin/members/ask";
import { uiWords } from "#pwa/i18n/app";
import { membersWords as words } from "#pwa/i18n/members";
import type { Member, MemberActReply, MemberActRequest } from "#pwa/offline/wire";
import { toasts } from "#pwa/ui/toast-store";

export type Act =
  | "approve"
  | "suspend"
  | "reactivate"
  | "remove"
  | "promote"
  | "demote"
  | "resend"
  | "nudge"
  | "assign";

/** What an admin can do to a member in their current state. The server has the last word. */
export function actsFor(member: Member, you: string): Act[] {
  const own = member.id === you;
  const all: (Act | false)[] = [
    member.status === "Pending" && member.proved && "approve",
    member.status === "Invited" && "resend",
    member.status === "Suspended" && "reactivate",
    member.status === "Active" && member.days.length === 0 && !member.reminded && "nudge",
    "assign",
    member.status === "Active" && !own && (member.role === "Admin" ? "demote" : "promote"),
    member.status === "Active" && !own && "suspend",
    !own && "remove",
  ];
  return all.filter((act) => act !== false);
}

/** Whether an act needs a confirmation. */
export const needsSure = (act: Act, people: number) =>
  ["suspend", "remove", "promote", "demote"].includes(act) || (people > 1 && act !== "assign");

const back: Partial<Record<Act, Act>> = {
  suspend: "reactivate",
  reactivate: "suspend",
  promote: "demote",
  demote: "promote",
};

/** Runs an act, reports it, and offers to undo it where that is possible. Returns the members for whom it was refused. */
export async function doAct(
  request: MemberActRequest & { act: Act },
  again: () => void,
): Promise<MemberActReply["refused"]> {
  const reply = await ask("POST", "/api/members/act", request);
  again();
  if (reply.done.length > 0) {
    toasts.success(words.done[request.act]?.(reply.done.length) ?? "", {
      ...(mayUndo(request.act) && {
        action: { label: uiWords.undo, onPress: () => void undo(request.act, reply, again) },
      }),
    });
  }
  const [only] = reply.refused;
  if (only && reply.refused.length === 1 && reply.done.length === 0) {
    toasts.error(words.reasons[only.reason] ?? words.refusedTitle(1), only.name ? { text: only.name } : undefined);
    return [];
  }
  return reply.refused;
}

const mayUndo = (act: Act) => act === "assign" || back[act] !== undefined;

async function undo(act: Act, { done }: MemberActReply, again: () => void) {
  const opposite = back[act];
  const rounds: MemberActRequest[] = opposite
    ? [{ act: opposite, ids: done.map(({ id }) => id) }]
    : [...new Set(done.map(({ was }) => was))].map((was) => ({
        act,
        ids: done.filter((one) => one.was === was).map(({ id }) => id),
        ...(was && { department: was }),
      }));
  try {
    for (const request of rounds) await ask("POST", "/api/members/act", request);
  } finally {
    again();
  }
}

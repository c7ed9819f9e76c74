import { dotted } from "#pwa/i18n/dotted";
import { membersWords as words } from "#pwa/i18n/members";
import type { InviteReply } from "#pwa/offline/wire";
import { CheckRow } from "#pwa/ui/check-row";
import { Icon } from "#pwa/ui/icon";

const most = 100;

/** What would happen to each row of a list. */
export function InviteLook({
  look,
  adding,
  onAdding,
}: {
  look: InviteReply;
  adding: boolean;
  onAdding: (yes: boolean) => void;
}) {
  const bad = look.rows.filter(({ problem }) => problem);
  const good = look.rows.filter(({ problem }) => !problem);
  const unknown = adding || bad.some(({ problem }) => problem === "unknown_department");
  return (
    <div className="look">
      <div role="status">
        <ul className="sums">
          {look.invite > 0 && (
            <li>
              <Icon name="mail" size="s" />
              {words.willInvite(look.invite)}
            </li>
          )}
          {look.let > 0 && (
            <li>
              <Icon name="check" size="s" />
              {words.willLet(look.let)}
            </li>
          )}
          {look.bad > 0 && (
            <li className="bad">
              <Icon name="err" size="s" />
              {words.willNot(look.bad)}
            </li>
          )}
          {good.length === 0 && <li>{words.nothingToDo}</li>}
        </ul>
      </div>
      {unknown && (
        <CheckRow checked={adding} onChange={onAdding}>
          {words.newDepartments(
            adding
              ? look.made
              : [
                  ...new Set(
                    bad
                      .filter(({ problem }) => problem === "unknown_department")
                      .map(({ department }) => department ?? ""),
                  ),
                ],
          )}
        </CheckRow>
      )}
      {bad.length > 0 && (
        <ul className="problems">
          {bad.slice(0, most).map((guest) => (
            <li key={`${guest.line} ${guest.email}`}>
              <b className="wordy">{guest.email || guest.name || "–"}</b>
              <span className="sm t2">
                {words.line(guest.line)}: {words.problems[guest.problem ?? ""]}
              </span>
            </li>
          ))}
        </ul>
      )}
      {bad.length > most && <p className="sm t2">{words.andMore(bad.length - most)}</p>}
      {good.length > 0 && (
        <ul className="guests">
          {good.slice(0, most).map((guest) => (
            <li key={guest.email}>
              <b className="wordy">{guest.name}</b>
              <span className="sm t2 wordy">{dotted([guest.email, guest.department])}</span>
            </li>
          ))}
        </ul>
      )}
      {good.length > most && <p className="sm t2">{words.andMore(good.length - most)}</p>}
    </div>
  );
}

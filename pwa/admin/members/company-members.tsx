import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { type Act, doAct, needsSure } from "#pwa/admin/members/acts";
import { BulkBar } from "#pwa/admin/members/bulk-bar";
import { DepartmentPick } from "#pwa/admin/members/department-pick";
import { Departments } from "#pwa/admin/members/departments";
import { filterOf, queryOf, withFilter } from "#pwa/admin/members/filters";
import { InviteSheet } from "#pwa/admin/members/invite-sheet";
import { MemberActs } from "#pwa/admin/members/member-acts";
import { MemberFilters } from "#pwa/admin/members/member-filters";
import { MemberRows } from "#pwa/admin/members/member-rows";
import { Pages } from "#pwa/admin/members/pages";
import { RefusedSheet } from "#pwa/admin/members/refused-sheet";
import { SureSheet } from "#pwa/admin/members/sure-sheet";
import { TierBar } from "#pwa/admin/members/tier-bar";
import { formTrouble } from "#pwa/forms/use-form";
import { membersWords as words } from "#pwa/i18n/members";
import { callFile } from "#pwa/offline/server";
import { useSession } from "#pwa/offline/session";
import { useOnline } from "#pwa/offline/sync/use-offline";
import type { Member, MemberActReply } from "#pwa/offline/wire";
import { useAnswer } from "#pwa/online/use-answer";
import { useHeader } from "#pwa/shell/header-words";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorBox } from "#pwa/ui/error-box";
import { Icon } from "#pwa/ui/icon";
import { saveFile } from "#pwa/ui/save-file";
import { Skeleton } from "#pwa/ui/skeleton";
import { toasts } from "#pwa/ui/toast-store";
import "#pwa/admin/members/members.css";

/** Whom an act is about: named people, or all that match. */
export type Meant = { ids: string[]; all?: boolean; count: number; name?: string };
type Open =
  | { what: "invite" | "departments" }
  | { what: "member"; member: Member }
  | { what: "sure"; act: Act; meant: Meant }
  | { what: "assign"; meant: Meant }
  | { what: "refused"; refused: MemberActReply["refused"] };

/** Lists the people of the company for its admins: who they are, who has not ordered and who waits for approval. */
export function CompanyMembers() {
  useHeader({ title: words.title });
  const [params, setParams] = useSearchParams();
  const query = queryOf(params);
  const {
    answer: list,
    cause,
    loading: busy,
    again,
  } = useAnswer(query ? `/api/members?${query}` : "/api/members", { keepPrevious: true });
  const trouble = cause ? formTrouble(cause) : null;
  const online = useOnline();
  const active = useSession(({ profile }) => profile?.company_status === "Active");
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const [working, setWorking] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const close = () => setOpen(null);
  const unselect = () => {
    setPicked(new Set());
    setAll(false);
  };
  const show: typeof withFilter extends (p: URLSearchParams, ...rest: infer Rest) => unknown
    ? (...rest: Rest) => void
    : never = (key, value) => {
    setParams((now) => withFilter(now, key, value), { replace: true, preventScrollReset: true });
    if (key !== "page") unselect();
    else top.current?.scrollIntoView({ block: "start" });
  };

  const run = async (act: Act, meant: Meant, department?: string) => {
    if (working) return;
    setWorking(true);
    try {
      const whom = meant.all ? { all: filterOf(params) } : { ids: meant.ids };
      const refused = await doAct({ act, ...whom, ...(department && { department }) }, again);
      unselect();
      setOpen(refused.length > 0 ? { what: "refused", refused } : null);
    } catch {
      // The reason was said in passing, and everything is as it was.
    } finally {
      setWorking(false);
    }
  };
  const begin = (act: Act, meant: Meant) => {
    if (act === "assign") setOpen({ what: "assign", meant });
    else if (needsSure(act, meant.count)) setOpen({ what: "sure", act, meant });
    else void run(act, meant);
  };
  const save = async () => {
    const filter = new URLSearchParams(query);
    filter.delete("page");
    try {
      saveFile(await callFile(`/api/members/file?kind=list&format=xlsx&${filter}`));
    } catch {
      // said in passing
    }
  };
  const invite = () => (active ? setOpen({ what: "invite" }) : toasts.info(words.notActive));

  const meant: Meant =
    all && list ? { ids: [], all: true, count: list.matched } : { ids: [...picked], count: picked.size };
  const empty = list && list.matched === 0;
  return (
    <div className="members" ref={top}>
      <div className="head">
        <div>
          <h1>{words.title}</h1>
          {list && <p className="t2">{words.summary(list.counts.all, list.counts.active)}</p>}
        </div>
        <div className="ways">
          <Button look="out" icon="building" onClick={() => setOpen({ what: "departments" })} disabled={!list}>
            {words.departments}
          </Button>
          <Button look="out" icon="download" onClick={() => void save()} disabled={!list}>
            {words.save}
          </Button>
          <Button look="pri" icon="plus" onClick={invite} disabled={!list}>
            {words.invite}
          </Button>
        </div>
      </div>
      {!online && (
        <p className="banner off round mt4" role="status">
          <Icon name="off" size="s" />
          <span>{words.offline}</span>
        </p>
      )}
      {list ? (
        <>
          {trouble && online && (
            <p className="help mt4" role="status">
              <Icon name="info" size="s" />
              <span>
                {trouble} {words.stale}
              </span>
            </p>
          )}
          <TierBar tier={list.tier} active={list.counts.active} />
          <section className="card team mt4" aria-label={words.title} aria-busy={busy}>
            <MemberFilters list={list} filter={filterOf(params)} onChange={show} />
            {empty ? (
              <Empty filtered={query !== ""} onClear={() => setParams({}, { replace: true })} />
            ) : (
              <MemberRows
                list={list}
                sort={params.get("sort") ?? "name"}
                onSort={(sort) => show("sort", sort)}
                picked={picked}
                all={all}
                onPick={(ids) => {
                  setPicked(ids);
                  setAll(false);
                }}
                onOpen={(member) => setOpen({ what: "member", member })}
                onAct={(act, member) => begin(act, { ids: [member.id], count: 1, name: member.name })}
              />
            )}
            <Pages list={list} onPage={(page) => show("page", String(page))} />
          </section>
          {meant.count > 0 && (
            <BulkBar
              meant={meant}
              more={all || picked.size < list.members.length ? 0 : list.matched}
              onAll={() => setAll(true)}
              onClear={unselect}
              onAct={(act) => begin(act, meant)}
            />
          )}
        </>
      ) : trouble && online ? (
        <div className="mt4">
          <ErrorBox title={words.failed} onRetry={again}>
            {trouble}
          </ErrorBox>
        </div>
      ) : online || busy ? (
        <div className="col g3 mt4" role="status" aria-label={words.loading}>
          <Skeleton height="84px" />
          <Skeleton height="420px" />
        </div>
      ) : (
        <div className="mt4">
          <EmptyState icon="off" title={words.notHere}>
            {words.notHereText}
          </EmptyState>
        </div>
      )}
      {list && open?.what === "member" && (
        <MemberActs
          member={open.member}
          list={list}
          busy={working}
          onClose={close}
          onAct={(act) => begin(act, { ids: [open.member.id], count: 1, name: open.member.name })}
        />
      )}
      {open?.what === "sure" && (
        <SureSheet
          act={open.act}
          meant={open.meant}
          busy={working}
          onClose={close}
          onSure={() => void run(open.act, open.meant)}
        />
      )}
      {list && open?.what === "assign" && (
        <DepartmentPick
          departments={list.departments}
          busy={working}
          onClose={close}
          onPick={(department) => void run("assign", open.meant, department)}
        />
      )}
      {open?.what === "refused" && <RefusedSheet refused={open.refused} onClose={close} />}
      {list && open?.what === "departments" && (
        <Departments departments={list.departments} onClose={close} onChanged={again} />
      )}
      {open?.what === "invite" && <InviteSheet onClose={close} onInvited={again} />}
    </div>
  );
}

const Empty = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) => (
  <div className="none">
    <p className="b">{filtered ? words.nobody : words.alone}</p>
    <p className="sm t2 mt2">{filtered ? words.nobodyText : words.aloneText}</p>
    {filtered && (
      <Button look="soft" className="mt4" onClick={onClear}>
        {words.clear}
      </Button>
    )}
  </div>
);

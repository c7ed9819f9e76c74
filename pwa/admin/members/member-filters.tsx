import { useEffect, useRef, useState } from "react";
import { filtersOn, type keys } from "#pwa/admin/members/filters";
import { membersWords as words } from "#pwa/i18n/members";
import type { MemberFilter, MemberList } from "#pwa/offline/wire";
import { Chip } from "#pwa/ui/chip";
import { Icon } from "#pwa/ui/icon";
import { SelectField } from "#pwa/ui/select-field";

type Props = {
  list: MemberList;
  filter: MemberFilter;
  onChange: (key: (typeof keys)[number], value: string) => void;
};

/** The filters of the members. Typed text is searched after a pause (debounce). */
export function MemberFilters({ list, filter, onChange }: Props) {
  const { counts, departments } = list;
  const [typed, setTyped] = useState(filter.q ?? "");
  const [open, setOpen] = useState(filtersOn(filter) > 0);
  const change = useRef(onChange);
  change.current = onChange;
  const asked = filter.q ?? "";
  useEffect(() => setTyped(asked), [asked]);
  useEffect(() => {
    if (typed === asked) return;
    const pause = setTimeout(() => change.current("q", typed.trim() && typed), 300);
    return () => clearTimeout(pause);
  }, [typed, asked]);

  const states = [
    ["", counts.all],
    ["Active", counts.active],
    ["Pending", counts.pending],
    ["Invited", counts.invited],
    ["Suspended", counts.suspended],
  ] as const;
  const on = filtersOn(filter);
  return (
    <search className="filters">
      <fieldset className="chips">
        <legend className="sr">{words.status}</legend>
        {states.map(([status, n]) => (
          <Chip
            key={status}
            ink={(filter.status ?? "") === status}
            on={(filter.status ?? "") === status}
            onClick={() => onChange("status", status)}
          >
            {status ? words.statuses[status] : words.all} {n}
          </Chip>
        ))}
      </fieldset>
      <div className="find">
        <label className="inp">
          <Icon name="search" size="s" />
          <input
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <Chip icon="sliders" count={on} aria-expanded={open} onClick={() => setOpen(!open)}>
          {words.filters}
        </Chip>
      </div>
      {open && (
        <div className="more">
          <Chip on={filter.idle === "yes"} onClick={() => onChange("idle", filter.idle ? "" : "yes")}>
            {words.idle(counts.idle)}
          </Chip>
          <SelectField
            label={words.department}
            value={filter.department ?? ""}
            onChange={(event) => onChange("department", event.target.value)}
          >
            <option value="">{words.anyDepartment}</option>
            <option value="none">{words.noDepartment}</option>
            {departments.map(({ id, name, people }) => (
              <option key={id} value={id}>{`${name} (${people})`}</option>
            ))}
          </SelectField>
          <SelectField
            label={words.role}
            value={filter.role ?? ""}
            onChange={(event) => onChange("role", event.target.value)}
          >
            <option value="">{words.anyRole}</option>
            {Object.entries(words.roles).map(([role, name]) => (
              <option key={role} value={role}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={words.sort}
            value={filter.sort ?? "name"}
            onChange={(event) => onChange("sort", event.target.value === "name" ? "" : event.target.value)}
          >
            {Object.entries(words.sorts).map(([sort, name]) => (
              <option key={sort} value={sort}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </search>
  );
}

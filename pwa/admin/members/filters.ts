import type { MemberFilter } from "#pwa/offline/wire";

export const keys = ["q", "status", "role", "department", "idle", "sort"] as const;

/** The filters of the list, as the page's address has them. */
export function filterOf(params: URLSearchParams): MemberFilter {
  const filter: MemberFilter = {};
  for (const key of keys) {
    const value = params.get(key);
    if (value) filter[key] = value;
  }
  return filter;
}

/** The same as the server is asked, with the page. */
export function queryOf(params: URLSearchParams): string {
  const query = new URLSearchParams(filterOf(params) as Record<string, string>);
  const page = params.get("page");
  if (page && page !== "0") query.set("page", page);
  return query.toString();
}

/** The address with one filter changed; the results then start on their first page. */
export function withFilter(
  params: URLSearchParams,
  key: (typeof keys)[number] | "page",
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value && !(key === "page" && value === "0")) next.set(key, value);
  else next.delete(key);
  if (key !== "page") next.delete("page");
  return next;
}

/** How many of the filters that are not always in sight are on. */
export const filtersOn = ({ role, department, idle }: MemberFilter) => [role, department, idle].filter(Boolean).length;

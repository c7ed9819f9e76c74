import { onlineManager, QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { ownerOf, useDevice } from "#pwa/offline/db";
import type { AnswerOf, KnownPath } from "#pwa/offline/routes";
import { Fault, request } from "#pwa/offline/server";

/** Why an answer is not here, or not new. */
export type Trouble = "offline" | "failed" | "gone";

const troubleOf = (cause: unknown): Trouble =>
  !(cause instanceof Fault) ? "offline" : cause.status === 404 || cause.status === 422 ? "gone" : "failed";

/** What the server answered to the pages that need a connection: in memory only, and no longer than a page shows it. */
const answers = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 0,
      networkMode: "always",
      // Also when the device's clock was set back, by which the library would take an answer for one of the future.
      refetchOnMount: "always",
      refetchOnReconnect: "always",
      refetchOnWindowFocus: false,
      retry: false,
    },
  },
});
// The library takes a page that opened without a network for online, and would miss its return: here the event alone counts.
onlineManager.setEventListener((setOnline) => {
  const back = () => {
    setOnline(false);
    setOnline(true);
  };
  window.addEventListener("online", back);
  return () => window.removeEventListener("online", back);
});
answers.mount();

/**
 * Asks for the person who is signed in on this device; the server refuses it when another one is by now. A question that no page waits
 * for any more is ended, so that a page which opens next asks anew.
 */
const get = <T>(path: string, owner: string | null, signal: AbortSignal) =>
  request<T>("GET", path, undefined, { toast: false, signal, ...(owner && { as: owner }) });

const useOwner = () => useDevice(({ db }) => db && ownerOf(db));

function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}

/** Why a question failed. It stays while the same question is asked again, and with it the button that was pressed. */
function useFailure(question: string, loading: boolean, error: unknown): unknown {
  const last = useRef({ question, error });
  if (!loading || last.current.question !== question) last.current = { question, error };
  return last.current.error;
}

type Options = {
  /** What was shown stays while another path loads, and when that fails. */
  keepPrevious?: boolean;
  /** The answer is kept in memory while the app is open, and shown before a new one arrives or when none does. */
  keepOpen?: boolean;
  /** When it changes the answer is out of date, and is asked for again. */
  version?: string;
};

/** A path of the contract, or null while there is nothing to ask. */
type Asked<Path extends string> = [KnownPath<"GET", Path>] extends [never] ? never : Path | null;

/**
 * What the server's contract answers at a path: asked for when it is shown, when the path changes, with `again`, and when the device is
 * back online. `trouble` says why there is no answer or why it is not new, `cause` is the error itself.
 */
export function useAnswer<const Path extends string>(
  path: Asked<Path>,
  { keepPrevious, keepOpen, version = "" }: Options = {},
) {
  const owner = useOwner();
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: [owner, path, version],
      queryFn: ({ signal }) => get<unknown>(path ?? "", owner, signal),
      enabled: path !== null,
      ...(keepOpen && { gcTime: Number.POSITIVE_INFINITY }),
    },
    answers,
  );
  const last = useLast(data);
  const answer = (keepPrevious ? last : data) as AnswerOf<"GET", Path> | undefined;
  const cause = useFailure(`${path} ${version}`, isFetching, error);
  return {
    answer,
    trouble: cause ? troubleOf(cause) : undefined,
    cause,
    loading: isFetching,
    again: async () => void (path !== null && (await refetch())),
  };
}

/** A part of a list, and the cursor of the next one; empty after the last. */
type ListPage<Row> = { data: Row[]; next: string };
type RowOf<Path extends string> = AnswerOf<"GET", Path> extends ListPage<infer Row> ? Row : never;

export type List<Row> = {
  rows?: Row[];
  trouble?: Trouble;
  loading: boolean;
  again: () => Promise<void>;
  /** Loads the next page; null after the last. */
  more: (() => void) | null;
  /** Why the list may be shorter than it is: words to look for, or another filter. */
  narrowed: "words" | "filter" | null;
};

/** A list that comes page by page; another path or query is another list. What was shown stays until the new one is here. */
export function useList<const Path extends string>(
  path: KnownPath<"GET", Path>,
  query: Record<string, string>,
): List<RowOf<Path>> {
  const owner = useOwner();
  const wanted = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    {
      queryKey: [owner, path, wanted],
      queryFn: ({ pageParam: after, signal }) => {
        const search = new URLSearchParams(wanted);
        if (after) search.set("after", after);
        return get<ListPage<RowOf<Path>>>(`${path}?${search}`, owner, signal);
      },
      initialPageParam: "",
      getNextPageParam: ({ next }) => next || null,
    },
    answers,
  );
  const rows = useLast(data?.pages.flatMap((page) => page.data));
  const cause = useFailure(`${path} ${wanted}`, isFetching, error);
  return {
    rows,
    trouble: cause ? troubleOf(cause) : undefined,
    loading: isFetching,
    again: async () => void (await refetch()),
    more: hasNextPage ? () => void fetchNextPage() : null,
    narrowed: query.q ? "words" : wanted ? "filter" : null,
  };
}

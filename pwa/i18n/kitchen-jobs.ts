import { count } from "#pwa/i18n/say";

export const kitchenJobsWords = {
  title: "Background jobs",
  text: "Letters, checks of payments and whatever else the servers do by themselves. What fails is tried again, with growing pauses.",
  show: "Show",
  groups: { failed: "Failed", waiting: "Waiting", running: "Running", ended: "Ended" },
  states: {
    retryable: "Failed, tried again",
    discarded: "Given up",
    available: "Due now",
    scheduled: "Planned",
    pending: "Held",
    running: "Running",
    completed: "Done",
    cancelled: "Discarded",
  } as Record<string, string>,
  none: {
    failed: { title: "Nothing has failed", text: "What fails shows here, and is tried again by itself." },
    waiting: { title: "Nothing waits", text: "Everything that was due has run." },
    running: { title: "Nothing is running", text: "Most jobs take less than a second." },
    ended: { title: "Nothing has ended yet", text: "Jobs that are done stay here for a while." },
  } as Record<string, { title: string; text: string }>,
  tries: (made: number, most: number) => `${made} of ${count(most, "try", "tries")}`,
  next: (when: string) => `next on ${when}`,
  since: (when: string) => `since ${when}`,
  retry: "Retry now",
  retried: "It runs in a moment.",
  discard: "Discard",
  discardTitle: "Discard this job?",
  discardText: (kind: string) =>
    `${kind} is not tried again. Do this only when its work was done another way or is not needed.`,
  discarded: "The job is discarded.",
};

import { useState } from "react";
import { dotted } from "#pwa/i18n/dotted";
import { kitchenJobsWords } from "#pwa/i18n/kitchen-jobs";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import type { Job } from "#pwa/office/kitchen";
import { Listing } from "#pwa/office/listing";
import { sayWhen } from "#pwa/office/say-when";
import { StateChip } from "#pwa/office/state-chip";
import { call } from "#pwa/offline/server";
import { useList } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { SelectField } from "#pwa/ui/select-field";
import { toasts } from "#pwa/ui/toast-store";

const words = kitchenJobsWords;
const groups = Object.entries(words.groups);

/** Background work by what became of it, with a retry and an end by hand. */
export function Jobs() {
  const [state, setState] = useState("failed");
  const [deed, setDeed] = useState<Deed>();
  const list = useList("/api/kitchen/jobs", { state });
  const retry = async (job: Job) => {
    await call("POST", `/api/kitchen/jobs/${job.id}/retry`)
      .then(() => toasts.success(words.retried))
      .catch(() => undefined);
    await list.again();
  };
  return (
    <>
      <h1>{words.title}</h1>
      <p className="t2 mt2">{words.text}</p>
      <div className="kdates mt4">
        <SelectField label={words.show} value={state} onChange={(event) => setState(event.target.value)}>
          {groups.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="mt4">
        <Listing list={list} label={words.title} empty={words.none[state]}>
          {(job: Job) => (
            <JobLine
              key={job.id}
              job={job}
              onRetry={() => void retry(job)}
              onDiscard={() => setDeed(discarding(job))}
            />
          )}
        </Listing>
      </div>
      {deed && <AskFirst deed={deed} onDone={() => void list.again()} onClose={() => setDeed(undefined)} />}
    </>
  );
}

const upcoming = ["retryable", "scheduled"];
const failed = ["retryable", "discarded"];
const ahead = [...failed, "available", "scheduled", "pending"];

type Line = { job: Job; onRetry: () => void; onDiscard: () => void };

function JobLine({ job, onRetry, onDiscard }: Line) {
  const when = sayWhen(job.next);
  return (
    <li className="li kact">
      <span className="grow">
        <span className="row wrap g2">
          <b className="m kcode">{job.kind}</b>
          <StateChip state={job.state} words={words.states} />
        </span>
        <span className="sm t2 kline">
          {dotted([
            words.tries(job.attempt, job.most),
            upcoming.includes(job.state) ? words.next(when) : words.since(when),
          ])}
        </span>
        {job.error && (
          <span className="sm t2 kline" dir="auto">
            {job.error}
          </span>
        )}
      </span>
      <span className="row wrap g2">
        {failed.includes(job.state) && (
          <Button look="soft" onClick={onRetry}>
            {words.retry}
          </Button>
        )}
        {ahead.includes(job.state) && (
          <Button look="out" onClick={onDiscard}>
            {words.discard}
          </Button>
        )}
      </span>
    </li>
  );
}

const discarding = (job: Job): Deed => ({
  title: words.discardTitle,
  text: words.discardText(job.kind),
  go: words.discard,
  danger: true,
  path: `/api/kitchen/jobs/${job.id}/discard`,
  reason: "reason",
  done: words.discarded,
});

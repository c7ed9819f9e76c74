import { Link } from "react-router";
import { kitchenHomeWords as words } from "#pwa/i18n/kitchen-home";
import type { components } from "#pwa/offline/contract.gen";
import { Icon } from "#pwa/ui/icon";
import { StatusChip } from "#pwa/ui/status-chip";

type Step = components["schemas"]["OperatorStep"];

/** Where a step is done. */
const at: Record<string, string> = {
  window: "/kitchen/areas",
  seller: "/kitchen/settings",
  plan: "/kitchen/plans",
  menu: "/kitchen/menus",
  order: "/kitchen/companies",
};

/** What a new installation still needs before its first order; nothing once that was paid. */
export function FirstRun({ steps }: { steps: Step[] }) {
  const left = steps.filter(({ done }) => !done).length;
  if (left === 0) return null;
  return (
    <section className="card pad mt4" aria-labelledby="first-run">
      <h2 className="h3" id="first-run">
        {words.firstRun}
      </h2>
      <p className="t2 mt2">{words.firstRunText(left)}</p>
      <ol className="list mt2">
        {steps.map(({ step, done }) => (
          <li key={step}>
            <StepLine to={done ? undefined : at[step]} done={done} text={words.steps[step] ?? step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepLine({ to, done, text }: { to?: string; done: boolean; text: string }) {
  const line = (
    <>
      <StatusChip tone={done ? "ok" : "warn"} icon={done ? "check" : "clock"}>
        {done ? words.firstRunDone : words.firstRunOpen}
      </StatusChip>
      <span className="grow">{text}</span>
      {to && <Icon name="right" size="s" flip />}
    </>
  );
  return to ? (
    <Link className="li" to={to}>
      {line}
    </Link>
  ) : (
    <div className="li">{line}</div>
  );
}

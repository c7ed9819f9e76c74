import { subscriptionWords } from "#pwa/i18n/subscription";
import { Arrival } from "#pwa/shell/arrival";
import { Icon } from "#pwa/ui/icon";

const { steps, stepOf } = subscriptionWords;

/** How far the registration is: bars on a phone, names from 768. `at` counts from one; `title` is the document's. */
export const Steps = ({ at, title }: { at: number; title: string }) => (
  <div className="regsteps">
    <Arrival title={title} />
    <div className="bars" aria-hidden="true">
      {steps.map((name, index) => (
        <i key={name} className={index < at ? "on" : undefined} />
      ))}
    </div>
    <p className="xs t3 b cap mt3 count">{stepOf(at, steps.length)}</p>
    <ol className="names">
      {steps.map((name, index) => (
        <li
          key={name}
          aria-current={index + 1 === at ? "step" : undefined}
          className={index + 1 > at ? "t3" : undefined}
        >
          <span className={index + 1 < at ? "dot done" : "dot"}>
            {index + 1 < at ? <Icon name="check" size="xs" /> : index + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  </div>
);

import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { Swap } from "#pwa/employee/choose/fitting-meals";
import { AlternativeRows } from "#pwa/employee/conflict/alternative-rows";
import type { Answer } from "#pwa/employee/conflict/answers";
import type { Chosen, Matter } from "#pwa/employee/conflict/conflicts";
import { formatAed } from "#pwa/i18n/amounts";
import { conflictWords as words } from "#pwa/i18n/conflict";
import { joined } from "#pwa/i18n/joined";
import { mealsWords } from "#pwa/i18n/meals";
import { dayAndNumber, longDay } from "#pwa/i18n/say-day";
import { MealPicture } from "#pwa/menu/meal-picture";
import { useMenu } from "#pwa/menu/use-menu";
import { mondayOf } from "#pwa/rules/week/date";
import { RadioRow } from "#pwa/ui/radio-row";
import { Segment } from "#pwa/ui/segment";

type Of<Kind extends Matter["kind"]> = {
  date: string;
  matter: Extract<Matter, { kind: Kind }>;
  /** The day holds nothing else, so that leaving the meal out skips the day. */
  alone: boolean;
  answer?: Answer;
  onAnswer: (answer: Answer) => void;
};

/** One thing that changed, and what can be said to it. */
export function ConflictMatter(props: Of<Matter["kind"]>) {
  const { matter } = props;
  switch (matter.kind) {
    case "gone":
      return <Gone {...props} matter={matter} />;
    case "price":
      return <NewPrice {...props} matter={matter} />;
    case "plan":
      return <NewPlan {...props} matter={matter} />;
    case "shut":
      return <Shut {...props} matter={matter} />;
    case "versions":
      return <Versions {...props} matter={matter} />;
    case "notice":
      return <Notice matter={matter} />;
  }
}

const nameOf = ({ meal, qty }: Pick<Chosen, "meal" | "qty">) =>
  mealsWords.portions(meal?.name ?? mealsWords.unknownMeal, qty);

function MealLine({ chosen, dim, children }: { chosen: Chosen; dim?: boolean; children: ReactNode }) {
  return (
    <div className="row mealline mt3">
      <span className="thumb s">
        <MealPicture meal={chosen.meal} detail="thumb" look={dim ? "dim" : undefined} />
      </span>
      <span className="grow">{children}</span>
    </div>
  );
}

function Gone({ date, matter, alone, answer, onAnswer }: Of<"gone">) {
  const short = matter.left > 0;
  return (
    <>
      <MealLine chosen={matter} dim>
        {short ? <span className="m sm">{nameOf(matter)}</span> : <s className="sm">{nameOf(matter)}</s>}
      </MealLine>
      <Ways
        date={date}
        swaps={matter.swaps}
        alone={alone}
        answer={answer}
        onAnswer={onAnswer}
        first={
          short && {
            value: "take",
            title: words.take(matter.left),
            text: words.takeText(matter.left, matter.qty),
            answer: { do: "take", qty: matter.left },
          }
        }
      />
    </>
  );
}

type Way = { value: string; title: string; text: string; answer: Answer };

/** Meals that fit, and the ways without them. */
function Ways({
  date,
  swaps,
  alone,
  answer,
  onAnswer,
  first,
}: Pick<Of<"gone">, "date" | "alone" | "answer" | "onAnswer"> & { swaps: Swap[]; first?: Way | false }) {
  const name = useId();
  const out: Answer = alone ? { do: "skip" } : { do: "remove" };
  const value = answer?.do === "swap" ? answer.meal : answer?.do;
  return (
    <fieldset className="col g2 mt3">
      <legend className="sr">{words.choices(longDay(date))}</legend>
      {first && (
        <RadioRow
          name={name}
          value={first.value}
          checked={value === first.value}
          onChoose={() => onAnswer(first.answer)}
        >
          <span className="grow">
            <span className="m sm blk">{first.title}</span> <span className="xs t2">{first.text}</span>
          </span>
        </RadioRow>
      )}
      {swaps.map(({ meal, more }) => (
        <RadioRow
          key={meal.id}
          name={name}
          value={meal.id}
          checked={value === meal.id}
          onChoose={() => onAnswer({ do: "swap", meal: meal.id })}
        >
          <span className="thumb s">
            <MealPicture meal={meal} detail="thumb" />
          </span>
          <span className="grow">
            <span className="m sm blk">{meal.name}</span>{" "}
            <span className="xs t2">{joined([words.protein(meal.protein), priceSaid(more)])}</span>
          </span>
        </RadioRow>
      ))}
      {swaps.length === 0 && <p className="sm t2">{words.noSwap}</p>}
      <div className="row between wrap">
        <Link className="link sm" to={`/mealselection?week=${mondayOf(date)}&day=${date}`}>
          {words.seeAll}
        </Link>
        <label className="link sm out">
          <input type="radio" name={name} checked={value === out.do} onChange={() => onAnswer(out)} />
          <span className="radio" />
          {alone ? words.skip(longDay(date)) : words.leaveOut}
        </label>
      </div>
    </fieldset>
  );
}

function priceSaid(more?: number): string {
  if (more === undefined) return "";
  if (more === 0) return words.samePrice;
  return more > 0 ? words.more(formatAed(more)) : words.less(formatAed(-more));
}

function NewPrice({ date, matter, alone, answer, onAnswer }: Of<"price">) {
  const [best] = matter.swaps;
  const keeps = answer?.do === "keep";
  const other: Answer = best ? { do: "swap", meal: best.meal.id } : alone ? { do: "skip" } : { do: "remove" };
  return (
    <>
      <MealLine chosen={matter}>
        <span className="m sm blk">{nameOf(matter)}</span>
        <Amounts from={matter.from} to={matter.to} />
      </MealLine>
      <div className="mt3">
        <Segment
          label={words.choices(longDay(date))}
          value={keeps ? "keep" : "change"}
          options={[
            { value: "keep", label: words.keep },
            { value: "change", label: words.changeMeal },
          ]}
          onChange={(value) => onAnswer(value === "keep" ? { do: "keep" } : other)}
        />
      </div>
      {!keeps && <Ways date={date} swaps={matter.swaps} alone={alone} answer={answer} onAnswer={onAnswer} />}
    </>
  );
}

function NewPlan({ date, matter, answer, onAnswer }: Of<"plan">) {
  return (
    <>
      <p className="sm t2 mt2">{words.planText}</p>
      <Amounts from={matter.from} to={matter.to} />
      <div className="mt3">
        <Segment
          label={words.choices(longDay(date))}
          value={answer?.do === "skip" ? "skip" : "keep"}
          options={[
            { value: "keep", label: words.keep },
            { value: "skip", label: words.skip(longDay(date)) },
          ]}
          onChange={(value) => onAnswer({ do: value })}
        />
      </div>
    </>
  );
}

const whyShut = {
  cutoff_passed: words.late,
  day_taken: words.taken,
  day_closed: words.closed,
  window_closed: words.windowClosed,
  window_full: words.windowFull,
  menu_missing: words.noMenu,
};

function Shut({ date, matter, answer, onAnswer }: Of<"shut">) {
  const { targets } = matter;
  const to = answer?.do === "move" ? answer.to : undefined;
  const sayTo = targets.length > 1 ? dayAndNumber : (day: string) => words.moveTo(dayAndNumber(day));
  return (
    <>
      {matter.items.map((chosen, at) => (
        <MealLine key={chosen.id} chosen={chosen} dim>
          <span className="m sm blk">{nameOf(chosen)}</span>
          {at === 0 && <span className="sm t2">{whyShut[matter.code](longDay(date))}</span>}
        </MealLine>
      ))}
      {targets.length > 1 && <p className="xs b t2 mt3">{words.moveTo("…")}</p>}
      <div className={targets.length > 1 ? undefined : "mt3"}>
        <Segment
          label={words.choices(longDay(date))}
          value={to?.date ?? "remove"}
          options={[
            ...targets.map((target) => ({ value: target.date, label: sayTo(target.date) })),
            { value: "remove", label: words.remove },
          ]}
          onChange={(value) => {
            const target = targets.find((one) => one.date === value);
            onAnswer(target ? { do: "move", to: target } : { do: "remove" });
          }}
        />
      </div>
      {targets.length === 0 && matter.code !== "day_taken" && (
        <Link className="link sm" to={`/mealselection?week=${mondayOf(date)}`}>
          {words.otherDay}
        </Link>
      )}
      {to?.instead.map(({ was, now }) => (
        <p key={now.id} className="sm t2 mt2">
          {words.instead(now.name, was?.name ?? mealsWords.unknownMeal, longDay(to.date))}
        </p>
      ))}
    </>
  );
}

function Versions({ date, matter, answer, onAnswer }: Of<"versions">) {
  const { menu } = useMenu(mondayOf(date));
  return (
    <fieldset className="col g2 mt2">
      <legend className="sr">{words.choices(longDay(date))}</legend>
      <p className="sm t2">{words.versionsText}</p>
      <AlternativeRows
        day={matter.day}
        menu={menu}
        picked={answer?.do === "pick" ? (answer.dev ?? "") : undefined}
        onPick={(dev) => onAnswer({ do: "pick", dev: dev || null })}
      />
    </fieldset>
  );
}

function Notice({ matter }: { matter: Of<"notice">["matter"] }) {
  const { code, id, meal, qty = 1, from, to } = matter;
  const amounts = <Amounts from={from} to={to} plain={code === "quantity"} />;
  const what = <span className="m sm blk">{words.notices[code]}</span>;
  if (!id) {
    return (
      <div className="row between mt2">
        {what}
        {amounts}
      </div>
    );
  }
  return (
    <MealLine chosen={{ id, qty, meal }}>
      <span className="m sm blk">{meal?.name ?? mealsWords.unknownMeal}</span>
      <span className="row sm g2">
        <span className="t2">{words.notices[code]}</span>
        {amounts}
      </span>
    </MealLine>
  );
}

/** The old struck through, the new beside it. */
const Amounts = ({ from, to, plain }: { from: number; to: number; plain?: boolean }) => (
  <span className="sm num nw">
    <span className="sr">{words.was} </span>
    <s className="t3">{plain ? from : formatAed(from)}</s> <span className="sr">{words.now} </span>
    <b>{plain ? to : formatAed(to)}</b>
  </span>
);

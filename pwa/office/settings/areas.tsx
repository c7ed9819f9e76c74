import { useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { areasWords as words } from "#pwa/i18n/areas";
import { ownName } from "#pwa/i18n/food";
import { joined } from "#pwa/i18n/joined";
import { longDate } from "#pwa/i18n/say-day";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import { EditArea } from "#pwa/office/settings/edit-area";
import { EditWindow } from "#pwa/office/settings/edit-window";
import { movedBy } from "#pwa/office/settings/window-effects";
import { Pending } from "#pwa/office/troubled";
import type { components } from "#pwa/offline/contract.gen";
import { call } from "#pwa/offline/server";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { IconButton } from "#pwa/ui/icon-button";
import { StatusChip } from "#pwa/ui/status-chip";
import { toasts } from "#pwa/ui/toast-store";
import "#pwa/office/settings/areas.css";

export type Area = components["schemas"]["OperatorArea"];
export type Window = components["schemas"]["OperatorWindow"];
type Open = { area?: Area; window?: Window | "new" };
type Next = components["schemas"]["OperatorWindowNext"];

/** Where lunch is brought and when: the areas in the order in which people choose among them, each with its windows. */
export function Areas() {
  const { answer, trouble, loading, again } = useAnswer("/api/kitchen/settings/areas");
  const [open, setOpen] = useState<Open>();
  const [deed, setDeed] = useState<Deed>();
  const areas = answer?.data;
  const up = async (at: number) => {
    const order = (areas ?? []).map(({ id }) => id);
    order.splice(at - 1, 0, ...order.splice(at, 1));
    try {
      await call("PUT", "/api/kitchen/settings/areas", { areas: order }, { toast: false });
      await again();
    } catch (cause) {
      toasts.error(formTrouble(cause));
    }
  };
  const done = () => {
    setOpen(undefined);
    toasts.success(words.saved);
    void again();
  };
  // Who was told that somebody else changed something looks at it anew.
  const close = () => {
    setOpen(undefined);
    void again();
  };
  return (
    <>
      <div className="row g3 wrap area-head">
        <h1 className="grow">{words.title}</h1>
        <Button look="pri" onClick={() => setOpen({})}>
          {words.add}
        </Button>
      </div>
      <p className="t2 mt2">{words.text}</p>
      <div className="col g4 mt4">
        {!areas && <Pending trouble={trouble} again={again} busy={loading} />}
        {areas?.length === 0 && (
          <EmptyState icon="pin" title={words.none}>
            {words.noneText}
          </EmptyState>
        )}
        {areas?.map((area, at) => (
          <AreaCard
            key={area.id}
            area={area}
            onUp={at > 0 ? () => void up(at) : undefined}
            onOpen={setOpen}
            onAsk={setDeed}
          />
        ))}
      </div>
      {deed && <AskFirst deed={deed} onDone={() => void again()} onClose={() => setDeed(undefined)} />}
      {open && !open.window && <EditArea area={open.area} onDone={done} onClose={close} />}
      {open?.area && open.window && (
        <EditWindow
          area={open.area}
          window={open.window === "new" ? undefined : open.window}
          onDone={done}
          onClose={close}
        />
      )}
    </>
  );
}

/** The name in the other language, beside the one in which the page is read. */
const otherName = ({ name, name_ar }: Area) => {
  const arabic = ownName({ name, name_ar }) === name;
  return (
    name_ar &&
    name_ar !== name && (
      <bdi className="t2 kar area-ar" lang={arabic ? "ar" : "en"}>
        {arabic ? name_ar : name}
      </bdi>
    )
  );
};

const Closed = () => (
  <StatusChip tone="mute" icon="lock">
    {words.closed}
  </StatusChip>
);

type CardProps = { area: Area; onUp?: () => void; onOpen: (open: Open) => void; onAsk: (deed: Deed) => void };

const AreaCard = ({ area, onUp, onOpen, onAsk }: CardProps) => (
  <section className="card pad" aria-labelledby={area.id}>
    <div className="row g2 area-head">
      <h2 className="h3 grow" id={area.id}>
        {ownName(area)}
        {otherName(area)}
      </h2>
      {area.closed && <Closed />}
      {onUp && (
        <span className="area-up">
          <IconButton icon="arrow" label={words.up(ownName(area))} onClick={onUp} />
        </span>
      )}
      <IconButton icon="edit" label={words.editOf(ownName(area))} onClick={() => onOpen({ area })} />
    </div>
    {area.next && (
      <Planned
        day={area.next.begins}
        said={[
          area.next.name !== area.name && area.next.name,
          area.next.name_ar !== area.name_ar && area.next.name_ar,
          area.next.closed !== area.closed && (area.next.closed ? words.becomesClosed : words.becomesOpen),
        ]}
        deed={keepArea(area)}
        onAsk={onAsk}
      />
    )}
    {area.windows.length === 0 && <p className="t2 mt2">{words.windowless}</p>}
    <ul className="list mt2">
      {area.windows.map((one) => (
        <li className="li kact" key={one.id}>
          <span className="grow">
            <b>{words.window(one.from, one.until)}</b>
            {(one.weekdays.length < 5 || one.capacity > 0 || one.ramadan_only) && (
              <span className="sm kline">
                {joined([
                  one.ramadan_only && words.ramadanOnly,
                  one.weekdays.length < 5 && words.weekdayShort(one.weekdays),
                  one.capacity > 0 && words.atMost(one.capacity),
                ])}
              </span>
            )}
            <span className="sm t2 kline">{words.uses(one.places, one.deliveries)}</span>
            {one.next && (
              <Planned
                day={one.next.begins}
                said={becoming(one, one.next)}
                deed={keepWindow(area, one)}
                onAsk={onAsk}
              />
            )}
          </span>
          {one.closed && !area.closed && <Closed />}
          <IconButton
            icon="edit"
            label={words.change(one.from, one.until)}
            onClick={() => onOpen({ area, window: one })}
          />
        </li>
      ))}
    </ul>
    <Button look="out" className="mt3" onClick={() => onOpen({ area, window: "new" })}>
      {words.addWindow}
    </Button>
  </section>
);

type PlannedProps = { day: string; said: (string | false)[]; deed: Deed; onAsk: (deed: Deed) => void };

/** What an area or a window becomes on a later day, and the button that takes that back. */
const Planned = ({ day, said, deed, onAsk }: PlannedProps) => (
  <span className="row g2 wrap mt2">
    <span className="sm grow area-next">
      <b>{words.next(longDate(day))}</b> <bdi>{joined(said)}</bdi>
    </span>
    <Button look="out" aria-label={deed.title} onClick={() => onAsk(deed)}>
      {words.withdraw}
    </Button>
  </span>
);

/** What differs, in words. */
const becoming = (one: Window, next: Next): (string | false)[] => [
  (next.from !== one.from || next.until !== one.until) && words.window(next.from, next.until),
  `${next.weekdays}` !== `${one.weekdays}` && words.weekdayShort(next.weekdays),
  next.capacity !== one.capacity && (next.capacity > 0 ? words.atMost(next.capacity) : words.unlimited),
  next.closed !== one.closed && (next.closed ? words.becomesClosed : words.becomesOpen),
];

const keepArea = ({ id, name, name_ar, closed, seal }: Area): Deed => ({
  title: words.withdrawOf(ownName({ name, name_ar })),
  text: words.withdrawText(0),
  go: words.withdraw,
  method: "PUT",
  path: `/api/kitchen/settings/areas/${id}`,
  body: { name, name_ar, closed, seen: seal },
  done: words.withdrawn,
});

function keepWindow(area: Area, one: Window): Deed {
  const { id, from, until, closed, weekdays, capacity, seal } = one;
  const lunches = movedBy(one, { from, until, weekdays, capacity, begins: one.next?.begins ?? "" });
  return {
    title: words.withdrawOf(words.windowOf(ownName(area), from, until)),
    text: words.withdrawText(lunches),
    go: words.withdraw,
    method: "PUT",
    path: `/api/kitchen/settings/windows/${id}`,
    body: { from, until, closed, weekdays, capacity, lunches, seen: seal },
    done: words.withdrawn,
  };
}

import { useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { uiWords } from "#pwa/i18n/app";
import { areasWords as words } from "#pwa/i18n/areas";
import { joined } from "#pwa/i18n/joined";
import { EditArea } from "#pwa/office/settings/edit-area";
import { EditWindow } from "#pwa/office/settings/edit-window";
import { Troubled } from "#pwa/office/troubled";
import type { components } from "#pwa/offline/contract.gen";
import { call } from "#pwa/offline/server";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { IconButton } from "#pwa/ui/icon-button";
import { Skeleton } from "#pwa/ui/skeleton";
import { StatusChip } from "#pwa/ui/status-chip";
import { toasts } from "#pwa/ui/toast-store";
import "#pwa/office/settings/areas.css";

export type Area = components["schemas"]["OperatorArea"];
export type Window = components["schemas"]["OperatorWindow"];
type Open = { area?: Area; window?: Window | "new" };

/** Where lunch is brought and when: the areas in the order in which people choose among them, each with its windows. */
export function Areas() {
  const { answer, trouble, loading, again } = useAnswer("/api/kitchen/settings/areas");
  const [open, setOpen] = useState<Open>();
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
        {!areas && trouble && <Troubled trouble={trouble} again={again} busy={loading} />}
        {!areas && !trouble && (
          <div role="status" aria-label={uiWords.loading}>
            <Skeleton height="160px" />
          </div>
        )}
        {areas?.length === 0 && (
          <EmptyState icon="pin" title={words.none}>
            {words.noneText}
          </EmptyState>
        )}
        {areas?.map((area, at) => (
          <AreaCard key={area.id} area={area} onUp={at > 0 ? () => void up(at) : undefined} onOpen={setOpen} />
        ))}
      </div>
      {open && !open.window && <EditArea area={open.area} onDone={done} onClose={() => setOpen(undefined)} />}
      {open?.area && open.window && (
        <EditWindow
          area={open.area}
          window={open.window === "new" ? undefined : open.window}
          onDone={done}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

const Closed = () => (
  <StatusChip tone="mute" icon="lock">
    {words.closed}
  </StatusChip>
);

type CardProps = { area: Area; onUp?: () => void; onOpen: (open: Open) => void };

const AreaCard = ({ area, onUp, onOpen }: CardProps) => (
  <section className="card pad" aria-labelledby={area.id}>
    <div className="row g2 area-head">
      <h2 className="h3 grow" id={area.id}>
        {area.name}
        {area.name_ar && (
          <span className="t2 kar area-ar" lang="ar" dir="rtl">
            {area.name_ar}
          </span>
        )}
      </h2>
      {area.closed && <Closed />}
      {onUp && (
        <span className="area-up">
          <IconButton icon="arrow" label={words.up(area.name)} onClick={onUp} />
        </span>
      )}
      <IconButton icon="edit" label={words.editOf(area.name)} onClick={() => onOpen({ area })} />
    </div>
    {area.windows.length === 0 && <p className="t2 mt2">{words.windowless}</p>}
    <ul className="list mt2">
      {area.windows.map((one) => (
        <li className="li kact" key={one.id}>
          <span className="grow">
            <b>{words.window(one.from, one.until)}</b>
            {(one.weekdays.length < 5 || one.capacity > 0) && (
              <span className="sm kline">
                {joined([words.weekdayShort(one.weekdays), one.capacity > 0 && words.atMost(one.capacity)])}
              </span>
            )}
            <span className="sm t2 kline">{words.uses(one.places, one.deliveries)}</span>
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

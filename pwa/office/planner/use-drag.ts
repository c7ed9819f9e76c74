import { type PointerEvent, useEffect, useRef, useState } from "react";

export type Lifted = { date: string; meal: string };
export type Over = { date: string; place: number };

const held = 320;
const slack = 7;
const edge = 72;

const closest = (target: EventTarget | null, what: string) =>
  target instanceof Element ? target.closest<HTMLElement>(what) : null;

/** The drop target: before the first card of the day under the pointer whose middle is below it. */
function landing(x: number, y: number, lifted: Lifted): Over | null {
  const day = closest(document.elementFromPoint(x, y), "[data-day]");
  const date = day?.dataset.day;
  if (!day || !date || (day.dataset.shut && date !== lifted.date)) return null;
  // A day that is shown only as a button of the switch takes the meal at its end.
  if (day.matches("button")) return { date, place: Number.POSITIVE_INFINITY };
  const cards = [...day.querySelectorAll<HTMLElement>("[data-offer]")].filter(
    (card) => !(date === lifted.date && card.dataset.offer === lifted.meal),
  );
  const found = cards.findIndex((card) => {
    const { top, height } = card.getBoundingClientRect();
    return y < top + height / 2;
  });
  return { date, place: found < 0 ? cards.length : found };
}

/**
 * Dragging a meal to another place: at once with a mouse, after a short hold with a finger, so that a swipe still scrolls. Escape puts
 * it back. Whatever can be dragged can also be moved by its menu and by the keyboard.
 */
export function useDrag(drop: (lifted: Lifted, over: Over) => void) {
  const [lifted, setLifted] = useState<Lifted>();
  const [over, setOver] = useState<Over>();
  const [board, setBoard] = useState<HTMLDivElement | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const end = useRef<() => void>(() => undefined);
  const dropped = useRef(drop);
  dropped.current = drop;

  useEffect(() => {
    if (!board) return;
    // A finger that drags does not scroll; this must listen before the finger comes down.
    const still = (event: TouchEvent) => {
      if (board.dataset.carrying) event.preventDefault();
    };
    board.addEventListener("touchmove", still, { passive: false });
    return () => {
      board.removeEventListener("touchmove", still);
      end.current();
    };
  }, [board]);

  function begin(event: PointerEvent) {
    const card = closest(event.target, "[data-offer]");
    const date = closest(event.target, "[data-day]")?.dataset.day;
    const meal = card?.dataset.offer;
    if (!card?.dataset.free || !date || !meal || event.button !== 0 || closest(event.target, "a,button,input")) return;
    const what = { date, meal };
    const start = { x: event.clientX, y: event.clientY };
    const finger = event.pointerType !== "mouse";
    const mine = event.pointerId;
    let carried = false;
    let at = start;
    let aim: Over | undefined;
    let frame = 0;

    const look = () => {
      const next = landing(at.x, at.y, what) ?? undefined;
      if (next?.date !== aim?.date || next?.place !== aim?.place) {
        aim = next;
        setOver(next);
      }
      if (ghost.current) ghost.current.style.translate = `${at.x}px ${at.y}px`;
    };
    const scroll = () => {
      const far = at.y < edge ? at.y - edge : at.y > innerHeight - edge ? at.y - innerHeight + edge : 0;
      if (far !== 0) {
        scrollBy(0, far / 5);
        look();
      }
      frame = requestAnimationFrame(scroll);
    };
    const lift = () => {
      carried = true;
      getSelection()?.removeAllRanges();
      document.documentElement.classList.add("plcarry");
      if (board) board.dataset.carrying = "yes";
      setLifted(what);
      look();
      frame = requestAnimationFrame(scroll);
    };
    const timer = finger ? setTimeout(lift, held) : undefined;
    const moved = (move: globalThis.PointerEvent) => {
      if (move.pointerId !== mine) return;
      at = { x: move.clientX, y: move.clientY };
      const far = Math.hypot(at.x - start.x, at.y - start.y) > slack;
      if (carried) look();
      else if (far && finger) stop();
      else if (far) lift();
    };
    const up = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== mine) return;
      const target = carried ? aim : undefined;
      stop();
      if (target) dropped.current(what, target);
    };
    const pressed = (key: KeyboardEvent) => {
      if (key.key === "Escape") stop();
    };
    const cancelled = (event: globalThis.PointerEvent) => {
      if (event.pointerId === mine) stop();
    };
    const quiet = (menu: Event) => menu.preventDefault();
    const stop = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      window.removeEventListener("pointermove", moved);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancelled);
      window.removeEventListener("keydown", pressed);
      window.removeEventListener("contextmenu", quiet);
      document.documentElement.classList.remove("plcarry");
      if (board) delete board.dataset.carrying;
      if (carried) {
        setLifted(undefined);
        setOver(undefined);
      }
      end.current = () => undefined;
    };
    end.current();
    end.current = stop;
    window.addEventListener("pointermove", moved);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancelled);
    window.addEventListener("keydown", pressed);
    if (finger) window.addEventListener("contextmenu", quiet);
  }

  return { board: setBoard, ghost, lifted, over, begin };
}

import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { uiWords } from "#pwa/i18n/app";
import { backCloses, onTop } from "#pwa/ui/back-closes";
import { keepFocusInside } from "#pwa/ui/focus-inside";
import { IconButton } from "#pwa/ui/icon-button";

type Props = {
  open: boolean;
  title: string;
  /** Called by Escape, back, the scrim, the cross and by navigation. */
  onClose: () => void;
  children: ReactNode;
  /** Stays at the bottom edge while the rest scrolls. */
  footer?: ReactNode;
  /** sheet: bottom on phones, dialog from 768 · wide: up to 850 px there · alert: a small box that wants an answer. */
  kind?: "sheet" | "wide" | "alert";
};

let inertCount = 0;
function pageInert(on: boolean) {
  inertCount += on ? 1 : -1;
  document.getElementById("root")?.toggleAttribute("inert", inertCount > 0);
  document.documentElement.style.overflow = inertCount > 0 ? "hidden" : "";
}

/** Holds the focus while it is open and gives it back where it was. Only the topmost sheet reacts to Escape. */
export const Sheet = (props: Props) => (props.open ? createPortal(<OpenSheet {...props} />, document.body) : null);

function OpenSheet({ title, onClose, children, footer, kind = "sheet" }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;

  useLayoutEffect(() => {
    const before = document.activeElement;
    pageInert(true);
    (box.current?.querySelector<HTMLElement>("[data-first]") ?? box.current)?.focus({ preventScroll: true });
    return () => {
      pageInert(false);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    const close = () => latest.current();
    const stop = backCloses(close);
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Escape" && onTop(close)) close();
    };
    document.addEventListener("keydown", pressed);
    return () => {
      document.removeEventListener("keydown", pressed);
      stop();
    };
  }, []);

  const alert = kind === "alert";
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a convenience; Escape and the buttons do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div className="scrim" onClick={alert ? undefined : onClose} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the role is one of two, both dialogs */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: see above */}
      <div
        ref={box}
        className={`sheet${kind === "wide" ? " wide" : ""}${alert ? " box" : ""}`}
        role={alert ? "alertdialog" : "dialog"}
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={alert ? `${id}-text` : undefined}
        tabIndex={-1}
        onKeyDown={(event) => keepFocusInside(event, box.current)}
      >
        {alert ? (
          <>
            <h2 id={`${id}-title`}>{title}</h2>
            <div id={`${id}-text`}>{children}</div>
            {footer}
          </>
        ) : (
          <>
            <div className="sh">
              <h2 id={`${id}-title`}>{title}</h2>
              <IconButton icon="x" label={uiWords.close} onClick={onClose} />
            </div>
            <div className="sc">{children}</div>
            {footer && <div className="ft">{footer}</div>}
          </>
        )}
      </div>
    </>
  );
}

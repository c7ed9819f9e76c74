import { type PointerEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { uiWords } from "#pwa/i18n/app";
import { Icon, type IconName } from "#pwa/ui/icon";
import { IconButton } from "#pwa/ui/icon-button";
import { type Toast, type ToastKind, timing, toasts, useToasts } from "#pwa/ui/toast-store";

const icons: Record<ToastKind, IconName> = { success: "okc", error: "err", info: "info", warning: "alert" };
const swiped = 60;

/** Above the bottom bar on phones, else top end, newest on top; beside the page, so that an open sheet does not silence them. */
export function Toasts() {
  const shown = useToasts((state) => state.toasts);
  return createPortal(
    <div className="toasts">
      {shown.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  );
}

function OneToast({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const [left, setLeft] = useState(timing.shown);
  const [leaving, setLeaving] = useState(false);
  const from = useRef<number | null>(null);

  useEffect(() => {
    if (held || leaving) return;
    const timer = setTimeout(() => setLeaving(true), left);
    return () => clearTimeout(timer);
  }, [held, left, leaving]);

  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => toasts.dismiss(toast.id), timing.fadeOut);
    return () => clearTimeout(timer);
  }, [leaving, toast.id]);

  // Hovering or focusing a toast keeps it, and for a little longer afterwards.
  const hold = () => {
    setHeld(true);
    setLeaving(false);
  };
  const release = () => {
    setLeft(timing.afterHover);
    setHeld(false);
  };
  const swipe = (event: PointerEvent) => {
    const way = event.clientX - (from.current ?? event.clientX);
    from.current = null;
    if (Math.abs(way) > swiped) toasts.dismiss(toast.id);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looking at it holds it; its buttons do the rest
    <div
      className={`toast ${toast.kind}${leaving ? " leaving" : ""}`}
      role={toast.kind === "error" ? "alert" : "status"}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
      onPointerDown={(event) => {
        from.current = event.clientX;
      }}
      onPointerUp={swipe}
    >
      <span className="ti">
        <Icon name={icons[toast.kind]} />
      </span>
      <div>
        <b>{toast.title}</b>
        {toast.text && <div className="sm t2">{toast.text}</div>}
        <div className="row g4">
          {[toast.action, toast.also].map(
            (action) =>
              action && (
                <button
                  key={action.label}
                  type="button"
                  className="link sm"
                  onClick={() => {
                    action.onPress();
                    toasts.dismiss(toast.id);
                  }}
                >
                  {action.label}
                </button>
              ),
          )}
        </div>
      </div>
      <IconButton icon="x" small label={uiWords.dismiss} onClick={() => toasts.dismiss(toast.id)} />
      <span
        className="bar"
        key={`${left}`}
        style={{ animationDuration: `${left}ms`, animationPlayState: held ? "paused" : "running" }}
      />
    </div>
  );
}

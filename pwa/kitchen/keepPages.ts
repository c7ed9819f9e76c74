/**
 * Has the worker keep the kitchen's own pages. On a tablet's first visit they come before the worker does, and the browser's own cache
 * forgets them when it likes.
 */
export function keepPages(): (() => void) | undefined {
  const { serviceWorker } = navigator;
  // Browsers without a secure connection have none.
  if (!serviceWorker) return;
  const keep = () => {
    for (const { name } of performance.getEntriesByType("resource"))
      if (new URL(name).pathname.startsWith("/assets/visit/")) void fetch(name).catch(() => undefined);
  };
  if (serviceWorker.controller) keep();
  serviceWorker.addEventListener("controllerchange", keep);
  return () => serviceWorker.removeEventListener("controllerchange", keep);
}

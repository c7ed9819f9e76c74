/**
 * Has the worker keep the files of every page that is opened, such as the questions or the till. On a device's first visit they come
 * before the worker does, or were on their way as it came, and the browser's own cache forgets them when it likes.
 */
export function keepPages(): (() => void) | undefined {
  const { serviceWorker } = navigator;
  // Browsers without a secure connection have none.
  if (!serviceWorker) return;
  const here = new Set<string>();
  const keep = (page: string) => void fetch(page).catch(() => undefined);
  const keepAll = () => here.forEach(keep);
  const arrivals = new PerformanceObserver((arrived) => {
    for (const { name } of arrived.getEntries()) {
      if (here.has(name) || !new URL(name).pathname.startsWith("/assets/visit/")) continue;
      here.add(name);
      if (serviceWorker.controller) keep(name);
    }
  });
  arrivals.observe({ type: "resource", buffered: true });
  serviceWorker.addEventListener("controllerchange", keepAll);
  return () => {
    arrivals.disconnect();
    serviceWorker.removeEventListener("controllerchange", keepAll);
  };
}

import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Told } from "#pwa/employee/notifications/tell";

/** Shows in the page what a notification says that arrives while the app is in view. It came over a network, so the code may too. */
export function useTold(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  useEffect(() => {
    const { serviceWorker } = navigator;
    const heard = ({ data }: MessageEvent<Told | null>) => {
      if (data?.type !== "TOLD") return;
      void import("#pwa/employee/notifications/tell")
        .then(({ tell }) => tell(data, here, navigate))
        .catch(() => undefined);
    };
    serviceWorker?.addEventListener("message", heard);
    return () => serviceWorker?.removeEventListener("message", heard);
  }, [navigate, here]);
}

import { useCallback, useEffect, useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { call } from "#pwa/offline/server";
import { useOnline } from "#pwa/offline/sync/use-offline";
import type { Forecast } from "#pwa/offline/wire";

/** The forecast of the company's share, loaded again when the rules change. `trouble` is why it is missing or outdated. */
export function useForecast(rules: string) {
  const [forecast, setForecast] = useState<Forecast | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const online = useOnline();
  const ask = useCallback(() => {
    let here = true;
    setTrouble(null);
    call("GET", "/api/company-profile/forecast", undefined, { toast: false, data: true }).then(
      (fresh) => here && setForecast(fresh),
      (cause) => here && setTrouble(formTrouble(cause)),
    );
    return () => {
      here = false;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rules, another forecast
  useEffect(() => (online ? ask() : undefined), [online, ask, rules]);
  return { forecast, trouble, online, ask };
}

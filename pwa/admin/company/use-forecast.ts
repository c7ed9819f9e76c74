import { useCallback, useEffect, useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { call } from "#pwa/offline/server";
import { useOnline } from "#pwa/offline/sync/use-offline";
import type { Forecast } from "#pwa/offline/wire";

/** Where the company's share stands, asked anew when the rules are others. `trouble` is why it is not here, or not new. */
export function useForecast(rules: string) {
  const [forecast, setForecast] = useState<Forecast | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const online = useOnline();
  const ask = useCallback(() => {
    let here = true;
    setTrouble(null);
    call<Forecast>("GET", "/api/company-profile/forecast", undefined, { toast: false, data: true }).then(
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

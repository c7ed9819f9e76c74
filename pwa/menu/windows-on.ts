/** When lunch comes on some days, each time once: on most days the place's usual window, in Ramadan or on Fridays another. */
export const windowsOn = (
  dates: readonly string[],
  hours: Readonly<Record<string, string>> | undefined,
  usual: string | null | undefined,
): string[] => [...new Set(dates.map((date) => hours?.[date] ?? usual ?? "").filter((window) => window !== ""))];

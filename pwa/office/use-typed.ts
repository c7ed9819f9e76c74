import { useEffect, useState } from "react";

/** What was typed, once the fingers rest. */
export function useTyped(typed: string, wait = 250): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed.trim()), wait);
    return () => clearTimeout(timer);
  }, [typed, wait]);
  return rested;
}

/** Shows on the app's icon how many changes are not sent; 0 takes the number away. Browsers without badges do nothing. */
export function showBadge(count: number): void {
  const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  done?.catch(() => undefined);
}

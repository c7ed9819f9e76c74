/** A promise that stays until the test opens it. */
export function gate<T = void>() {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((done) => {
    open = done;
  });
  return { opened, open };
}

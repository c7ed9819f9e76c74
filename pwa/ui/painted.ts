/** Settles when the frame that is being made has been shown: what is loaded after it never holds up the first screen. */
export const painted = () =>
  new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done));
  });

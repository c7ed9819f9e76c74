/** A quiet shape in the place of something that is still coming. `height` in CSS units. */
export const Skeleton = ({ height = "1rem", width = "100%" }: { height?: string; width?: string }) => (
  <span className="skel" aria-hidden="true" style={{ blockSize: height, inlineSize: width }} />
);

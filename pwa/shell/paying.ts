/** A payment is in progress at these paths: the app asks no questions and does not reload. */
export const paying = (path: string) => path.startsWith("/checkout") || path.startsWith("/payment");

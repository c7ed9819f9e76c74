/** Money is under way here: nobody is asked anything, and nothing reloads. */
export const paying = (path: string) => path.startsWith("/checkout") || path.startsWith("/payment");

/**
 * The address of one of the server's paths. The base is a setting of the build, VITE_API_BASE: a path or an address of the app's own
 * origin, below which a proxy has the server. Without it the server is where the app comes from.
 */
export function apiUrl(path: string, base: string = import.meta.env.VITE_API_BASE ?? ""): string {
  return base.replace(/\/+$/, "") + path;
}

// Runs before React is unpacked, which takes a slow phone a tenth of a second: meanwhile the storage opens, and the page
// that the home screen leads to is on its way.
import { keepMenus } from "#pwa/menu/fetch-menu";
import { startApp } from "#pwa/offline/session";
import "#pwa/offline/sync/use-rows";

keepMenus();
startApp();
if (location.pathname.startsWith("/dashboard")) void import("#pwa/app/dashboard-page").catch(() => undefined);

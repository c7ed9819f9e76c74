import { Door } from "#pwa/person/Door";

/** Everybody's door. (spec 2) */
export const LoginPage = () => <Door />;

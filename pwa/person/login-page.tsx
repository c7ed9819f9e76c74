import { Door } from "#pwa/person/door";

/** Everybody's door. (spec 2) */
export const LoginPage = () => <Door />;

import { Door } from "#pwa/person/door";

/** The sign-in page for everybody. */
export const LoginPage = () => <Door />;

import { Door } from "#pwa/auth/door";

/** The sign-in page for everybody. */
export const LoginPage = () => <Door />;

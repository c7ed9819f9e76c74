import { Door } from "#pwa/auth/door";

/** The sign-in page that belongs to no company. */
export const LoginPage = () => <Door />;

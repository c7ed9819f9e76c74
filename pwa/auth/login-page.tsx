import { SignIn } from "#pwa/auth/sign-in";

/** The sign-in page that belongs to no company. */
export const LoginPage = () => <SignIn />;

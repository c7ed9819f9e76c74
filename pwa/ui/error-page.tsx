import { Component, type ReactNode } from "react";
import { appWords } from "#pwa/i18n/app";
import { notFoundWords } from "#pwa/i18n/not-found";
import { Button } from "#pwa/ui/button";

const notLoaded = /dynamically imported module|importing a module script|error loading dynamically|preload css/i;

/** Catches what a page throws, so that one broken page never breaks the whole app. `quiet` shows nothing in its place. */
export class ErrorPage extends Component<{ children: ReactNode; quiet?: boolean }, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError = (error: unknown) => ({ error: error ?? new Error("nothing thrown") });

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (this.props.quiet) return null;
    const missing = error instanceof Error && notLoaded.test(error.message);
    return (
      <div className="centered" role="alert">
        <h1>{missing ? appWords.notLoaded : appWords.broken}</h1>
        <p className="t2 mt2">{missing ? appWords.notLoadedText : appWords.brokenText}</p>
        <Button look="pri" size="lg" className="mt6" onClick={() => window.location.reload()}>
          {appWords.reload}
        </Button>
        <Button look="ghost" className="mt2" onClick={() => window.location.assign("/")}>
          {notFoundWords.home}
        </Button>
      </div>
    );
  }
}

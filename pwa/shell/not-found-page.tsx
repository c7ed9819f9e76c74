import { lazy } from "react";
import { notFoundWords } from "#pwa/i18n/not-found";
import { useSession } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";
import { Later } from "#pwa/ui/later";

const EmptyPlate = lazy(async () => ({ default: (await import("#pwa/shell/empty-plate")).EmptyPlate }));

/** Answers every path that the route table does not know. */
export function NotFoundPage() {
  const signedIn = useSession((session) => session.signedIn);
  return (
    <div className="centered">
      <div className="emptyplate">
        <Later>
          <EmptyPlate />
        </Later>
      </div>
      <h1 className="mt6">{notFoundWords.title}</h1>
      <p className="t2 mt2">{notFoundWords.text}</p>
      <Button look="pri" size="lg" className="mt6" to={signedIn ? "/dashboard/home" : "/"}>
        {signedIn ? notFoundWords.lunches : notFoundWords.home}
      </Button>
      <Button look="ghost" className="mt2" to="/menu">
        {notFoundWords.menu}
      </Button>
    </div>
  );
}

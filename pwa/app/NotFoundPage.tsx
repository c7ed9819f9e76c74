import { lazy } from "react";
import { Later } from "#pwa/app/Later";
import { useSession } from "#pwa/session";
import { Button } from "#pwa/ui/Button";
import { words } from "#pwa/words";

const EmptyPlate = lazy(async () => ({ default: (await import("#pwa/app/EmptyPlate")).EmptyPlate }));

/** Any other path. (spec 2) */
export function NotFoundPage() {
  const signedIn = useSession((session) => session.signedIn);
  return (
    <div className="centered">
      <div className="emptyplate">
        <Later>
          <EmptyPlate />
        </Later>
      </div>
      <h1 className="mt6">{words.notFound.title}</h1>
      <p className="t2 mt2">{words.notFound.text}</p>
      <Button look="pri" size="lg" className="mt6" to={signedIn ? "/dashboard/home" : "/"}>
        {signedIn ? words.notFound.lunches : words.notFound.home}
      </Button>
      <Button look="ghost" className="mt2" to="/menu">
        {words.notFound.menu}
      </Button>
    </div>
  );
}

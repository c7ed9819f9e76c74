import { amendWords } from "#pwa/i18n/amend";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";

/** A change of the order waits for its payment: a second one would be about another order than the person sees. */
export const AmendUnderway = ({ order, intent }: { order: string; intent: string | null }) => (
  <div className="checkoutpage one">
    <h1 className="sr">{amendWords.reviewTitle}</h1>
    <EmptyState
      icon="clock"
      title={amendWords.changing}
      action={
        <Button look="pri" to={intent ? `/payment/${intent}` : `/dashboard/history?order=${order}`}>
          {amendWords.seePayment}
        </Button>
      }
    >
      {amendWords.changingText}
    </EmptyState>
  </div>
);

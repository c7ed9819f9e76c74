import { useState } from "react";
import { appWords } from "#pwa/i18n/app";
import { installWords } from "#pwa/i18n/install";
import { payingElsewhere } from "#pwa/shell/paying-lock";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";

/** Asks whether to switch to the newer version. It waits for a window that is paying, and says so. */
export function UpdateOffer({ take }: { take: () => Promise<void> }) {
  const [asked, setAsked] = useState(false);
  const [held, setHeld] = useState(false);
  const press = async () => {
    setAsked(true);
    setHeld(await payingElsewhere());
    await take();
    setHeld(false);
  };
  return (
    <Banner
      icon="spark"
      action={
        <Button busy={asked} onClick={() => void press()}>
          {appWords.refresh}
        </Button>
      }
    >
      {held ? installWords.payingElsewhere : appWords.newVersion}
    </Banner>
  );
}

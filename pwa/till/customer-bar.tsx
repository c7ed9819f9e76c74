import { useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { dotted } from "#pwa/i18n/dotted";
import { cartWords } from "#pwa/i18n/pos";
import { setBuyer, useCart } from "#pwa/till/cart";
import { FindCustomer } from "#pwa/till/find-customer";
import type { TillDb } from "#pwa/till/till-db";
import type { Kept } from "#pwa/till/use-kept";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { IconButton } from "#pwa/ui/icon-button";

/** The buyer: a walk-in, or a person who showed their code. */
export function CustomerBar({ db, kept }: { db: TillDb; kept: Kept }) {
  const buyer = useCart((cart) => cart.buyer);
  const [finding, setFinding] = useState(false);
  return (
    <div className="till-top row g3">
      <span className="ava" aria-hidden="true">
        {buyer ? initials(buyer.name) : <Icon name="user" size="s" />}
      </span>
      <div className="grow ell">
        <h2 className="b ell till-who">{buyer?.name ?? cartWords.walkIn}</h2>
        <p className="xs t2" role="status">
          {buyer ? <AboutBuyer kept={kept} /> : cartWords.walkInText}
        </p>
      </div>
      {buyer ? (
        <IconButton icon="swap" label={cartWords.change} onClick={() => setFinding(true)} />
      ) : (
        <Button look="soft" icon="user" onClick={() => setFinding(true)}>
          {cartWords.findCustomer}
        </Button>
      )}
      {finding && (
        <FindCustomer
          db={db}
          terms={kept.terms}
          onFound={(shown) => {
            setBuyer(shown);
            setFinding(false);
          }}
          onClose={() => setFinding(false)}
        />
      )}
    </div>
  );
}

function AboutBuyer({ kept }: { kept: Kept }) {
  const account = useCart((cart) => cart.buyer?.account);
  if (account === "asking" || account === undefined) return cartWords.asking;
  if (account === "offline") {
    const limit = kept.terms?.offline_limit ?? 0;
    return limit > 0 ? cartWords.offlineLimit(formatAed(limit)) : cartWords.offlineNone;
  }
  const { company, with_confirmation } = account.eater;
  const { share, wallet } = with_confirmation ?? account.eater;
  return dotted([company, share > 0 && cartWords.company(formatAed(share)), cartWords.wallet(formatAed(wallet))]);
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((part) => part[0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();

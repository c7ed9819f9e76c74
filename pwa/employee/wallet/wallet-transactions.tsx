import { useSearchParams } from "react-router";
import { TopUpSheet } from "#pwa/employee/wallet/top-up-sheet";
import { useWallet } from "#pwa/employee/wallet/use-wallet";
import { WalletRow } from "#pwa/employee/wallet/wallet-row";
import { formatAed } from "#pwa/i18n/amounts";
import { momentAt } from "#pwa/i18n/say-day";
import { walletWords } from "#pwa/i18n/wallet";
import { useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useOffline } from "#pwa/offline/sync/use-offline";
import { useHeader } from "#pwa/shell/header-words";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorBox } from "#pwa/ui/error-box";
import { Icon } from "#pwa/ui/icon";
import { Loading } from "#pwa/ui/loading";
import "#pwa/employee/wallet/wallet.css";

const words = walletWords;

/** Shows the wallet's balance and every entry with its reason; `?topup=1` opens the top-up. */
export function WalletTransactions() {
  const { kept, entries, trouble, loading, again, more } = useWallet();
  const offline = useOffline();
  const counter = useSession(({ profile }) => profile?.counter);
  const now = useServerNow();
  const [params, setParams] = useSearchParams();
  const toppingUp = params.has("topup");
  const show = (open: boolean) => setParams(open ? { topup: "1" } : {}, { replace: true, preventScrollReset: true });
  useHeader({ title: words.title });

  const held = (kept?.entries[0]?.balance ?? 0) - (kept?.balance ?? 0);
  return (
    <div className="walletpage">
      <h1>{words.title}</h1>
      {(trouble || offline) && kept && (
        <p className="help mt2" role="status">
          <Icon name="clock" size="s" />
          <span>{words.asOf(momentAt(kept.at, now))}</span>
        </p>
      )}
      {kept && entries ? (
        <>
          <section className="card pad mt4 purse" aria-labelledby="purse">
            <span className="disc">
              <Icon name="wallet" />
            </span>
            <div className="grow">
              <h2 className="sm m t2" id="purse">
                {words.balance}
              </h2>
              <p className="num h1 amount">{formatAed(kept.balance)}</p>
              {(kept.owed ?? 0) > 0 && <p className="sm">{words.owed(formatAed(kept.owed ?? 0))}</p>}
              {held > 0 && <p className="sm t2">{words.held(formatAed(held))}</p>}
            </div>
            <div className="ways">
              <Button look="pri" icon="plus" onClick={() => show(true)}>
                {words.topUp}
              </Button>
              {counter && (
                <Button look="soft" to="/dashboard/counter">
                  {words.counter}
                </Button>
              )}
              <Button look="ghost" to="/dashboard/paymentMethods">
                {words.cards}
              </Button>
            </div>
          </section>
          {entries.length === 0 ? (
            <div className="mt4">
              <EmptyState icon="history" title={words.none}>
                {words.noneText}
              </EmptyState>
            </div>
          ) : (
            <section className="mt6" aria-labelledby="moves">
              <h2 className="h3" id="moves">
                {words.entries}
              </h2>
              <ol className="card list mt3">
                {entries.map((entry) => (
                  <WalletRow key={entry.id} entry={entry} now={now} />
                ))}
              </ol>
              <div className="center mt4">
                {entries.length < kept.total ? (
                  <Button look="out" busy={loading} onClick={more}>
                    {words.more}
                  </Button>
                ) : (
                  entries.length > 5 && <p className="sm t3">{words.all}</p>
                )}
                {trouble && entries.length < kept.total && (
                  <p className="sm t2 mt2" role="status">
                    {words.moreFailed}
                  </p>
                )}
              </div>
            </section>
          )}
        </>
      ) : trouble ? (
        <div className="mt4">
          <ErrorBox
            title={trouble === "offline" ? words.failedOffline : words.failed}
            onRetry={trouble === "offline" ? undefined : again}
          />
        </div>
      ) : (
        <Loading className="col g3 mt4" heights={["120px", "240px"]} />
      )}
      {toppingUp && <TopUpSheet onClose={() => show(false)} />}
    </div>
  );
}

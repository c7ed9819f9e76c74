import { loginWords } from "#pwa/i18n/login";
import { useLasting } from "#pwa/offline/sync/use-lasting";
import { useOnline } from "#pwa/offline/sync/use-offline";
import { Icon } from "#pwa/ui/icon";

const slow = 3000;

/** Says that the connection is slow or missing, as long as it is. */
export function SlowNote({ waiting }: { waiting: boolean }) {
  const online = useOnline();
  const lasting = useLasting(waiting, slow);
  const text = !online ? loginWords.offline : lasting ? loginWords.slow : null;
  return (
    <p className="help mt4 slownote" role="status">
      {text && (
        <>
          <Icon name={online ? "sync" : "off"} size="s" />
          <span>{text}</span>
        </>
      )}
    </p>
  );
}

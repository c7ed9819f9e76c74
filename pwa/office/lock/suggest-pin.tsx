import { useEffect, useState } from "react";
import { pinWords as words } from "#pwa/i18n/pin";
import type { Profile } from "#pwa/offline/session";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";

/** Marks of the operators who were here, and of those who want no PIN. A mark is the end of an id and names nobody. */
type Device = { here: string[]; no: string[] };

const key = "sahn.kitchen.device";
const most = 20;
const markOf = ({ id }: Profile) => id.slice(-4);

function read(): Device {
  try {
    const { here, no } = JSON.parse(localStorage.getItem(key) ?? "") as Device;
    return { here, no };
  } catch {
    return { here: [], no: [] };
  }
}

function write(device: Device): void {
  try {
    localStorage.setItem(key, JSON.stringify(device));
  } catch {
    // Without a storage the device does not know who was here.
  }
}

const withMark = (all: string[], mark: string) => [mark, ...all.filter((one) => one !== mark)].slice(0, most);

/** Offers a PIN to an operator without one, on a device that others use too, until they say no once. */
export function SuggestPin({ operator }: { operator: Profile }) {
  const mark = markOf(operator);
  const [device, setDevice] = useState(read);
  useEffect(() => {
    const now = read();
    const next = { ...now, here: withMark(now.here, mark) };
    write(next);
    setDevice(next);
  }, [mark]);
  const refuse = () => {
    const next = { ...device, no: withMark(device.no, mark) };
    write(next);
    setDevice(next);
  };
  if (operator.pin || device.here.length < 2 || device.no.includes(mark)) return null;
  return (
    <div className="mt4">
      <Banner
        icon="lock"
        round
        action={
          <span className="row g2 wrap">
            <Button look="out" to="/kitchen/second-step">
              {words.choose}
            </Button>
            <Button look="ghost" onClick={refuse}>
              {words.notNow}
            </Button>
          </span>
        }
      >
        {words.suggest}
      </Banner>
    </div>
  );
}

import { amendWords } from "#pwa/i18n/amend";
import { longDay } from "#pwa/i18n/say-day";
import type { Address, Delivery, Order } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { RadioRow } from "#pwa/ui/radio-row";

const words = amendWords;

type Props = {
  order: Order;
  delivery: Delivery;
  changed: boolean;
  cancelled: boolean;
  address: string;
  addresses: readonly Address[];
  onAddress: (address: string) => void;
  onKeep: () => void;
  onCancel: () => void;
};

/** Where the day's lunch goes, and the ways to leave or to cancel it. */
export const EditDayActions = (props: Props) => {
  const { order, delivery, changed, cancelled, address, addresses, onAddress, onKeep, onCancel } = props;
  const day = longDay(delivery.delivery_date);
  return (
    <div className="col g3 mt6">
      {addresses.length > 1 && !cancelled && (
        <fieldset className="col g2 backto">
          <legend className="h3">{words.deliverTo}</legend>
          {addresses.map(({ id, label }) => (
            <RadioRow key={id} name="address" value={id} checked={id === address} onChoose={onAddress}>
              <span className="grow">{label}</span>
            </RadioRow>
          ))}
        </fieldset>
      )}
      <div className="row wrap g2">
        {changed && !cancelled && (
          <Button look="soft" icon="repeat" onClick={onKeep}>
            {words.keepAs}
          </Button>
        )}
        {!cancelled && (
          <Button look="out" icon="x" onClick={onCancel}>
            {words.cancelThis(day)}
          </Button>
        )}
        <Button look="ghost" className="whole" to={`/checkout/edit/${order.id}?cancel=all`}>
          {words.cancelWhole}
        </Button>
      </div>
    </div>
  );
};

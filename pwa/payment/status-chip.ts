import { orderStatusWords } from "#pwa/i18n/order";
import type { OrderStatus } from "#pwa/offline/wire";
import type { IconName } from "#pwa/ui/icon";
import type { Tone } from "#pwa/ui/status-chip";

const looks: Record<OrderStatus, { tone: Tone; icon: IconName }> = {
  Initiated: { tone: "warn", icon: "clock" },
  "Payment Pending": { tone: "warn", icon: "clock" },
  Confirmed: { tone: "ok", icon: "check" },
  "Payment Failed": { tone: "bad", icon: "err" },
  Cancelled: { tone: "mute", icon: "x" },
  Refunded: { tone: "mute", icon: "repeat" },
  Completed: { tone: "ok", icon: "check" },
};

/** An order's state in a picture and a word. */
export const statusChip = (status: OrderStatus) => ({ ...looks[status], text: orderStatusWords[status] });

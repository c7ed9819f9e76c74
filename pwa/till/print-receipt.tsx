import type { TillTerms } from "#pwa/offline/wire";
import { print } from "#pwa/till/print";
import { ReceiptPaper } from "#pwa/till/receipt-paper";
import { squaresOf } from "#pwa/till/squares-of";
import type { Identity, Sale, TillEvent } from "#pwa/till/till-db";
import { squareOf } from "#pwa/till/till-key";

type Printed = { event: TillEvent; sale: Sale; identity: Identity; terms?: TillTerms; who: string; copy: boolean };

/** Prints a sale's receipt, with the QR codes that recover the sale if this tablet is lost before it is sent. */
export async function printReceipt({ event, identity, ...rest }: Printed): Promise<void> {
  const squares = squaresOf(await squareOf(identity, event.text));
  print(<ReceiptPaper {...rest} id={event.id} at={event.at} prefix={identity.prefix} squares={squares} />);
}

import { print } from "#pwa/pos/print";
import { ReceiptPaper } from "#pwa/pos/receipt-paper";
import { squaresOf } from "#pwa/pos/squares-of";
import type { Fact, Identity, Sale } from "#pwa/pos/till-db";
import { squareOf } from "#pwa/pos/till-key";
import type { TillTerms } from "#pwa/wire";

type Printed = { fact: Fact; sale: Sale; identity: Identity; terms?: TillTerms; who: string; copy: boolean };

/** Prints a sale's receipt, with the squares that bring the sale back should this tablet be lost before it is sent. */
export async function printReceipt({ fact, identity, ...rest }: Printed): Promise<void> {
  const squares = squaresOf(await squareOf(identity, fact.text));
  print(<ReceiptPaper {...rest} id={fact.id} at={fact.at} prefix={identity.prefix} squares={squares} />);
}

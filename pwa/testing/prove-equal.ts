import { type Circumstances, type Life, live } from "#pwa/testing/live";
import { type Fate, modelPeer, type Peer } from "#pwa/testing/peer";
import type { RealServer } from "#pwa/testing/real-peer";

/**
 * Lives a life on the real server, with the browser's own storage, and again on the model in memory. Every answer and what
 * stands in the end must be the same: then what holds in the model's many lives holds on the real server too.
 */
export async function proveEqual(
  seed: number,
  server: RealServer,
  storage: Circumstances["storage"],
  modelOf = (fate: Fate): Peer => modelPeer(undefined, fate),
): Promise<Life> {
  const { peer, fate } = await server.live();
  const real = await live(seed, { peer, storage, trace: true });
  const model = await live(seed, { peer: modelOf(fate), trace: true });
  const at = real.trace.findIndex((line, i) => line !== model.trace[i]);
  const wrong = [...real.wrong];
  if (at >= 0 || real.trace.length !== model.trace.length) {
    wrong.push(`the model says otherwise at line ${at}: ${model.trace[at]}`);
  }
  if (at < 0 && real.wrong.join() !== model.wrong.join())
    wrong.push(`the model's judge says otherwise: ${model.wrong}`);
  return { ...real, wrong, trace: at < 0 ? real.trace : real.trace.slice(0, at + 1) };
}

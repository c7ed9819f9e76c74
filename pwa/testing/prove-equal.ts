import { modelPeer, type Peer, type Recording } from "#pwa/testing/peer";
import type { RealServer } from "#pwa/testing/real-peer";
import { runScenario, type ScenarioOptions, type ScenarioResult } from "#pwa/testing/scenario";

/**
 * Runs a scenario on the real server, with the browser's own storage, and again on the model in memory. Every answer and what
 * stands in the end must be the same: then what holds in the model's many scenarios holds on the real server too.
 */
export async function proveEqual(
  seed: number,
  server: RealServer,
  storage: ScenarioOptions["storage"],
  modelOf = (recording: Recording): Peer => modelPeer(undefined, recording),
): Promise<ScenarioResult> {
  const { peer, recording } = await server.startRun();
  const real = await runScenario(seed, { peer, storage, trace: true });
  const model = await runScenario(seed, { peer: modelOf(recording), trace: true });
  const at = real.trace.findIndex((line, i) => line !== model.trace[i]);
  const wrong = [...real.wrong];
  if (at >= 0 || real.trace.length !== model.trace.length) {
    wrong.push(`the model differs at line ${at}: ${model.trace[at]}`);
  }
  if (at < 0 && real.wrong.join() !== model.wrong.join()) wrong.push(`the model's oracle differs: ${model.wrong}`);
  return { ...real, wrong, trace: at < 0 ? real.trace : real.trace.slice(0, at + 1) };
}

// What can happen in a scenario, and how often it does: people save and decide, the network and the storage fail, apps and servers
// come and go.
import { monotonicFactory } from "ulid";
import { canonical } from "#pwa/testing/oracle";
import { place } from "#pwa/testing/peer";
import { seeded } from "#pwa/testing/seeded";
import type { Device, Message, Simulation } from "#pwa/testing/simulation";

const dates = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"];
const saturday = "2026-11-28";
const failPoints = ["in-save", "after-save", "after-sentN", "after-fetch", "in-receive", "after-receive"];

/** What may happen next, and how often it does. */
export function movesOf(simulation: Simulation): [weight: number, move: () => unknown][] {
  const { random, pick, peer, oracle, devices, clones } = simulation;
  const ulid = monotonicFactory(seeded(Math.floor(random() * 2 ** 32)));
  let tags = 0;
  let sessions = 0;
  let poisoned = false;
  let backup: number | undefined;

  const content = (qty: number) => [{ meal: `m${++tags}`, qty }];
  const forget = (message: Message) => {
    simulation.outbound = simulation.outbound.filter((one) => one !== message);
  };

  // Saving is not awaited: a tab that is killed never comes back from it.
  function edit() {
    const tab = pick(simulation.awake());
    const date = random() < 0.03 ? saturday : pick(dates);
    if (!tab || !date) return;
    const items = random() < 0.1 ? [] : content(1);
    const chance = random();
    const address_id = chance < 0.1 ? place : chance < 0.12 ? `${place.slice(0, -2)}99` : undefined;
    void tab.engine.edit(date, () => ({ items, address_id })).catch(() => undefined);
  }

  /** A content that breaks the server whenever it is looked at. */
  function poison() {
    const tab = pick(simulation.awake());
    const date = pick(dates);
    if (!tab || !date || poisoned) return;
    poisoned = true;
    void tab.engine.edit(date, () => ({ items: [{ meal: "poison", qty: 1 }] })).catch(() => undefined);
  }

  /** A person decides between what two devices wanted. */
  function decide() {
    const tab = pick(simulation.awake());
    const doc = [...(tab?.device.memory.kept.base.values() ?? [])].find((one) => one.alt);
    if (!tab || !doc) return;
    oracle.see(tab.device, doc.date, doc.items);
    for (const other of doc.alt ?? []) oracle.see(tab.device, doc.date, other.items);
    const items = content(2);
    void tab.engine.edit(doc.date, () => ({ items }), doc.rev).catch(() => undefined);
  }

  async function deliver() {
    const message = pick(simulation.outbound);
    if (message) await simulation.deliver(message);
  }

  function receive() {
    simulation.inbound.splice(Math.floor(random() * simulation.inbound.length), 1)[0]?.();
  }

  function drop() {
    const message = pick(simulation.outbound);
    if (!message) return;
    // Sometimes it comes all the same, after everybody has given it up.
    if (random() < 0.5) forget(message);
    message.fail(random() < 0.5 ? "network" : "timeout");
  }

  function dropAnswer() {
    simulation.inbound.splice(0, 1);
  }

  /** The network brings a request twice at the same time, with nobody waiting for either answer. */
  async function duplicate() {
    const message = pick(simulation.outbound);
    if (!message) return;
    const [first, second] = await simulation.ask(message, 2);
    const [one, other] = [first, second].map((got) => got && "reply" in got && canonical(got.reply.res ?? []));
    if (one && other && one !== other) oracle.wrong.push(`${message.tab.device.name}: another result the second time`);
  }

  function kill() {
    const tab = pick(simulation.awake());
    if (!tab) return;
    if (random() < 0.3) tab.dead = true;
    else tab.killAt = pick(failPoints) ?? null;
  }

  async function restart() {
    for (const one of devices) {
      if (!one.tabs.every((tab) => tab.dead)) continue;
      simulation.open(one);
      await simulation.settle();
    }
  }

  function clone() {
    const from = pick(devices);
    if (!from || devices.length >= 4) return;
    const to = simulation.device(`${from.name}'`, from);
    clones.push({ from, to, saves: [from.saves, to.saves] });
  }

  function another() {
    if (devices.length < 4) simulation.device(`d${devices.length + simulation.gone.length}`);
  }

  /** The browser's storage is emptied under a device: what had not left it is lost, and it begins as a new one. */
  function wipe() {
    const one = pick(devices);
    if (!one) return;
    for (const tab of one.tabs) tab.dead = true;
    const unsent = new Set(one.memory.kept.ops.map((op) => op.id));
    one.history = one.history.filter(({ id }) => !unsent.has(id));
    devices.splice(devices.indexOf(one), 1);
    simulation.gone.push(one);
    simulation.device(`${one.name}w`);
  }

  function openTab() {
    const on = pick(devices);
    if (on && on.tabs.filter((tab) => !tab.dead).length < 3) simulation.open(on);
  }

  /** The next version of the app comes to a device; what waits there was said by the one before. */
  async function update() {
    const one = pick(devices);
    if (one) await upgrade(simulation, one);
  }

  function freeze() {
    const tab = pick(simulation.tabs());
    if (tab) tab.frozen = !tab.frozen;
  }

  function pull() {
    void pick(simulation.awake())?.engine.sync({ fresh: true });
  }

  function setClock() {
    const one = pick(devices);
    if (one) one.skew = Math.floor((random() - 0.5) * 6 * 86_400_000);
  }

  /** The person signs out, or in again; or somebody else sits down at the browser. */
  async function signing() {
    const { session } = simulation;
    if (session?.startsWith("p")) {
      await peer.signOut(session);
      simulation.session = random() < 0.5 ? "stranger" : null;
      return;
    }
    await simulation.signIn(`p${++sessions}`);
  }

  async function office() {
    const date = pick(dates) ?? "";
    await peer.write(ulid(simulation.clock), { date, items: [{ meal: `o${++tags}`, qty: 1 }] });
  }

  async function menu() {
    await peer.menu();
  }

  async function deploy() {
    await peer.deploy(random() < 0.5);
  }

  async function revoke() {
    const dev = pick(devices)?.memory.kept.meta?.dev;
    if (!dev || random() < 0.7 || peer.revoked(dev)) return;
    await peer.revoke(dev);
    oracle.revoking(dev);
  }

  /** A copy of the server is made, and later it goes back to it. */
  async function disaster() {
    if (backup === undefined) {
      backup = peer.effects.length;
      await peer.backup();
      return;
    }
    oracle.restoring(peer.effects.slice(backup));
    backup = undefined;
    await peer.restore();
    oracle.restoredTo(peer.docs());
  }

  function crash() {
    peer.crash();
  }

  function outage() {
    simulation.connectionLoss = random() < 0.3 ? "lost" : 1 + Math.floor(random() * 3);
  }

  function wait() {
    simulation.clock += Math.floor(random() * 20_000);
  }

  return [
    [30, edit],
    [1, poison],
    [3, decide],
    [22, deliver],
    [22, receive],
    [20, simulation.tick],
    [4, duplicate],
    [4, drop],
    [3, dropAnswer],
    [8, kill],
    [5, restart],
    [3, clone],
    [3, another],
    [1, wipe],
    [3, openTab],
    [2, update],
    [2, freeze],
    [4, pull],
    [1, setClock],
    [3, signing],
    [3, office],
    [1, menu],
    [2, deploy],
    [1, revoke],
    [3, disaster],
    [2, crash],
    [4, outage],
    [3, wait],
  ];
}

async function upgrade({ oracle, open, settle }: Simulation, one: Device) {
  for (const tab of one.tabs) tab.dead = true;
  const before = canonical(one.memory.kept.ops);
  await (await one.storage)?.upgrade();
  one.updated = true;
  await one.memory.store(async () => undefined);
  if (canonical(one.memory.kept.ops) !== before) oracle.wrong.push(`${one.name}: an update changed what waits`);
  open(one);
  await settle();
}

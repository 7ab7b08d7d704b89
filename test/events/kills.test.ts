import { postgresBinaries, PostgresServer } from '@aicp/common/database/testing/engines';
import { openOutbox } from '@aicp/events/testing/events-home';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import { seededRandom } from '@aicp/gateway/providers/simulated/seeded-random';
import { expect, it } from 'vitest';
import { emitMany } from './kills/emitting.ts';
import { Receiver } from './kills/receiver.ts';
import { Replica } from './kills/replica.ts';

/** What is printed, to draw the same again. */
const SEED = Number(process.env['AICP_KILL_SEED'] ?? Math.floor(Math.random() * 1_000_000));
const NAMES = ['one', 'two', 'three'] as const;
const REPLICAS = 2;
/** Of what receivers are sent, this share fails. */
const FAILING = 0.3;
/** A busy machine takes its time. */
const LONGEST_MS = 240_000;

interface Run {
  readonly events: number;
  /** A replica is killed each time that receivers have taken so many requests. */
  readonly killEvery: number;
  readonly digestAfter: number;
}

async function run({ events, killEvery, digestAfter }: Run) {
  const random = seededRandom(SEED);
  await using stack = new AsyncDisposableStack();
  const postgres = await PostgresServer.start(postgresBinaries() ?? '');
  stack.defer(() => postgres.stop());
  const database = await openOutbox({ url: postgres.url() });
  stack.defer(() => database.close());

  const replicas: Replica[] = [];
  const restarts: Promise<void>[] = [];
  let taken = 0;
  const onTaken = (): void => {
    taken += 1;
    if (taken % killEvery !== 0) return;
    const running = replicas.filter(({ isRunning }) => isRunning);
    const replica = running[Math.floor(random() * running.length)];
    if (replica) restarts.push(replica.kill().then(() => replica.start()));
  };
  const receivers = new Map<string, Receiver>();
  for (const name of NAMES) {
    const receiver = await new Receiver({ random, failing: FAILING, onTaken }).listen();
    receivers.set(name, stack.use(receiver));
  }
  const urls = Object.fromEntries([...receivers].map(([name, { url }]) => [name, url]));
  for (let index = 0; index < REPLICAS; index += 1) {
    const replica = new Replica({
      DATABASE_URL: postgres.url(),
      RECEIVERS: JSON.stringify(urls),
      CLAIMER: `replica-${index}`,
      DIGEST_AFTER: String(digestAfter),
    });
    replicas.push(replica);
    stack.defer(() => replica.kill());
    await replica.start();
  }
  const began = performance.now();
  const written = await emitMany(database, events);
  const all = () =>
    database.kysely.selectFrom('delivery').select(['id', 'status', 'event_id']).execute();
  const delivered = async (): Promise<number> =>
    (await all()).filter((row) => row.event_id !== null && row.status === 'delivered').length;
  await expect
    .poll(
      async () =>
        (await delivered()) >= events * NAMES.length &&
        [...receivers.values()].every((receiver) => receiver.taken.size >= events),
      { timeout: LONGEST_MS, interval: 250 },
    )
    .toBe(true);
  const tookMs = performance.now() - began;
  const killed = restarts.length;
  await Promise.all(restarts);
  return { written, receivers, deliveries: await all(), killed, tookMs };
}

/** Ids of those that came in another order than they were written in, where an order is promised. */
function disordered(
  taken: Receiver['taken'],
  written: ReadonlyMap<string, EventDraft>,
): readonly string[] {
  const last = new Map<string, number>();
  const faults: string[] = [];
  for (const { id, type, subject } of taken.values()) {
    if (!type.startsWith('sla.')) continue;
    const at = written.get(id)?.at.getTime() ?? 0;
    if (at < (last.get(subject) ?? 0)) faults.push(id);
    last.set(subject, at);
  }
  return faults;
}

/** The events that each `webhook-id` told, which are the same each time. */
function toldBy(receiver: Receiver): ReadonlyMap<string, ReadonlySet<string>> {
  const told = new Map<string, Set<string>>();
  for (const { webhookId, events } of receiver.requests) {
    const set = told.get(webhookId) ?? new Set();
    set.add(events.map(({ id }) => id).join(' '));
    told.set(webhookId, set);
  }
  return told;
}

function check({ written, receivers, deliveries }: Awaited<ReturnType<typeof run>>): void {
  for (const receiver of receivers.values()) {
    expect(receiver.faults).toEqual([]);
    // None lost, none invented, and each is what was written.
    expect([...receiver.taken.keys()].sort()).toEqual([...written.keys()].sort());
    for (const { events } of receiver.requests) {
      for (const { id, data } of events) expect(data).toEqual(written.get(id)?.data);
    }
    // Ids stay over retries, and nothing is told under two of them.
    const told = toldBy(receiver);
    expect([...told].filter(([, sets]) => sets.size !== 1)).toEqual([]);
    const singles = receiver.requests.filter(({ isDigest }) => !isDigest);
    const idsOf = new Map<string, Set<string>>();
    for (const { webhookId, events } of singles) {
      for (const { id } of events) idsOf.set(id, (idsOf.get(id) ?? new Set()).add(webhookId));
    }
    expect([...idsOf].filter(([, ids]) => ids.size !== 1)).toEqual([]);
    expect(disordered(receiver.taken, written)).toEqual([]);
  }
  expect(deliveries.filter(({ status }) => status !== 'delivered')).toEqual([]);
}

const report = (name: string, { receivers, killed, tookMs }: Awaited<ReturnType<typeof run>>) => {
  const requests = [...receivers.values()].flatMap((receiver) => receiver.requests);
  const twice =
    requests.filter(({ isTaken }) => isTaken).length -
    new Set(requests.filter(({ isTaken }) => isTaken).map(({ webhookId }) => webhookId)).size;
  process.stdout.write(
    `${name}, seed ${SEED}: ${requests.length} requests, ${killed} kills, ${twice} taken twice, ${Math.round(tookMs / 1000)} s\n`,
  );
};

const isSkipped = postgresBinaries() === undefined;

it.skipIf(isSkipped)(
  'each of 1,000 events reaches each receiver, under one id and in order, while all that delivers is killed again and again',
  { timeout: LONGEST_MS + 60_000 },
  async () => {
    const outcome = await run({ events: 1000, killEvery: 330, digestAfter: 1e9 });
    report('single', outcome);
    check(outcome);
    expect(outcome.killed).toBeGreaterThanOrEqual(8);
    const requests = [...outcome.receivers.values()].flatMap((receiver) => receiver.requests);
    expect(requests.some(({ isTaken }) => !isTaken)).toBe(true);
  },
);

it.skipIf(isSkipped)('digests lose nothing either', { timeout: LONGEST_MS + 60_000 }, async () => {
  const outcome = await run({ events: 600, killEvery: 40, digestAfter: 60 });
  report('digests', outcome);
  check(outcome);
  expect(outcome.killed).toBeGreaterThanOrEqual(4);
  const [receiver] = outcome.receivers.values();
  expect(receiver?.requests.some(({ isDigest }) => isDigest)).toBe(true);
});

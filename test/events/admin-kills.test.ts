import { postgresBinaries, PostgresServer } from '@aicp/common/database/testing/engines';
import type { EventsDatabase } from '@aicp/events/database/tables';
import { openOutbox } from '@aicp/events/testing/events-home';
import { seededRandom } from '@aicp/gateway/providers/simulated/seeded-random';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { AdminInstallation } from '../admin/admin-installation.ts';
import { freePort } from '@aicp/common/http/testing/free-ports';
import { AdminProcess } from './kills/admin-process.ts';
import { AdminKiller } from './kills/admin-killer.ts';
import { faultsOf } from './kills/faults.ts';
import { amountsFor, Occurrences } from './kills/occurrences.ts';
import { readOutbox, summaryOf } from './kills/outbox-rows.ts';
import { Receiver } from './kills/receiver.ts';
import { SECRETS } from './kills/settings.ts';

/** So many, about: the figure is 1,000. */
const EVENTS = Number(process.env['AICP_KILLED_EVENTS'] ?? 160);
/** What is printed, to draw the same again. */
const SEED = Number(process.env['AICP_KILL_SEED'] ?? Math.floor(Math.random() * 1_000_000));
/** Of what receivers are sent, this share fails. */
const FAILING = 0.25;
/** A busy machine takes its time. */
const LONGEST_MS = 900_000;
const WATCHES = 7;
const SUBSCRIPTIONS = { all: '*', keys: 'key.*', prompts: 'prompt.*', access: 'access.*' } as const;
const [SECRET] = SECRETS;

async function run() {
  const random = seededRandom(SEED);
  const began = performance.now();
  await using stack = new AsyncDisposableStack();
  const postgres = await PostgresServer.start(postgresBinaries() ?? '');
  stack.defer(() => postgres.stop());
  const database = await openOutbox({ url: postgres.url() });
  stack.defer(() => database.close());

  const port = await freePort();
  const aicp = stack.use(
    await AdminInstallation.start({
      runAdmin: (surroundings) =>
        AdminProcess.start({ port, databaseUrl: postgres.url() }, surroundings),
    }),
  );
  const receivers = new Map<string, Receiver>();
  const admin = await aicp.signIn();
  for (const [name, types] of Object.entries(SUBSCRIPTIONS)) {
    const receiver = await new Receiver({
      ...{ random, failing: FAILING, onTaken: () => undefined, secrets: [SECRET] },
      aheadMs: () => (aicp.admin as AdminProcess).aheadMs,
    }).listen();
    stack.use(receiver);
    receivers.set(name, receiver);
    const subscription = {
      ...{ name, channel: 'webhook', event_types: [types] },
      config: { url: receiver.url, secret: SECRET },
    };
    const { status } = await admin.post('/api/v1/events/subscriptions', subscription);
    expect(status).toBe(201);
  }
  await aicp.until(async () => (await watchesOf(database)) === WATCHES);

  const killer = new AdminKiller({ admin: aicp.admin as AdminProcess, database, random });
  const occurrences = new Occurrences({ aicp, admin, database, amounts: amountsFor(EVENTS) });
  await killer.during(() =>
    occurrences.all(() =>
      aicp.until(async () => {
        const told = new Set((await readOutbox(database)).map(summaryOf));
        return occurrences.expected.every((event) => told.has(event));
      }),
    ),
  );
  const killsMeanwhile = killer.kills;
  await killer.untilDelivered();
  const outbox = await readOutbox(database);
  const { expected } = occurrences;
  const deliveries = await database.kysely.selectFrom('delivery').selectAll().execute();
  const { log } = killer;
  const seconds = Math.round((performance.now() - began) / 1000);
  return { outbox, expected, receivers, deliveries, killer, killsMeanwhile, log, seconds };
}

/** How many watches have looked. */
const watchesOf = async (outbox: EventsDatabase): Promise<number> =>
  await outbox.asOwner(async (owner) => {
    const { rows } = await sql<{
      count: string;
    }>`select count(*) as count from admin.event_watch`.execute(owner);
    return Number(rows[0]?.count ?? 0);
  });

it.skipIf(postgresBinaries() === undefined)(
  'all that happens to an admin service that is killed again and again is told once, under one id, to receivers that fail at random',
  { timeout: LONGEST_MS },
  async () => {
    const { outbox, expected, receivers, deliveries, killer, log, ...figures } = await run();
    const requests = [...receivers.values()].flatMap((receiver) => receiver.requests);
    process.stdout.write(
      `admin, seed ${SEED}: ${outbox.length} events of ${expected.length} occurrences, ${deliveries.length} deliveries, ${requests.length} requests ` +
        `(${requests.filter(({ isTaken }) => !isTaken).length} failed), ${figures.killsMeanwhile} kills while it happened, ` +
        `${killer.kills} in all, ${figures.seconds} s\n`,
    );
    // Each occurrence is one event, and nothing else is.
    expect(outbox.map(summaryOf).sort()).toEqual([...expected].sort());
    for (const [name, receiver] of receivers) {
      const types = SUBSCRIPTIONS[name as keyof typeof SUBSCRIPTIONS].slice(0, -1);
      expect(
        faultsOf(
          receiver,
          outbox.filter(({ type }) => type.startsWith(types)),
        ),
      ).toEqual([]);
    }
    expect(deliveries.filter(({ status }) => status !== 'delivered')).toEqual([]);
    expect(requests.some(({ isTaken }) => !isTaken)).toBe(true);
    // How many there are hangs on how fast the machine is.
    expect(figures.killsMeanwhile).toBeGreaterThanOrEqual(1);
    expect(killer.kills).toBeGreaterThanOrEqual(3);
    expect(log.split('\n').filter((line) => line.includes('"level":"error"'))).toEqual([]);
  },
);

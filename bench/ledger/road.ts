import { writeFile } from 'node:fs/promises';
import { Pool } from 'undici';
import { openDatabase } from '@aicp/common/database/open-database';
import type { PostgresServer } from '@aicp/common/database/testing/engines';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { usageAnswer, USAGE_PATH } from '@aicp/contracts/usage/usage-batch';
import { budget } from '@aicp/gateway/testing/budgets';
import { startSnapshotServer } from '@aicp/gateway/testing/fake-operator';
import { freePort } from '@aicp/common/http/testing/free-ports';
import { snapshotOf } from '@aicp/gateway/testing/fragments';
import { temporaryDirectory } from '@aicp/gateway/testing/temporary-directory';
import { LEDGER_DATABASE } from '@aicp/ledger/database/open-ledger-reader';
import type { LedgerTables } from '@aicp/ledger/database/tables';
import { BudgetPart, writeKubeconfig } from '@aicp/test/money/kills/parts';
import { quantiles, round, slowestTenth, type Quantiles, type Written } from './pace.ts';
import { processCpuMs, serverCpuMs } from './server-cpu.ts';
import { Traffic } from './traffic.ts';

/** Records on the whole road: by HTTP, with a token, into a budget service that is a process of its own, and from there into the database. */
export interface Road {
  /** Usage records that were answered; each came with one attempt or two. */
  readonly records: number;
  readonly perSecond: number;
  readonly perSecondOfSlowestTenth: number;
  /** CPU time of the budget service for a thousand records (of the database too, where that is PGlite), ms. */
  readonly serviceCpuMsPerThousand: number;
  /** CPU time of all processes of a server for a thousand records, ms; undefined for PGlite. */
  readonly serverCpuMsPerThousand: number | undefined;
  /** CPU time of the senders, who make the records up and share the cores, for a thousand records, ms. */
  readonly senderCpuMsPerThousand: number;
  /** Of a batch, from its sending to its answer, ms. */
  readonly batchMs: Quantiles;
}

const SENDERS = 2;
const BATCH = 1_000;
/** For compilers and plans to settle; not counted. */
const WARM_UP_BATCHES = 10;
/** Requests, by their times. */
const PER_MS = 5;
/** Enough for all. */
const LIMIT_USD = '1000000000';
const TOKEN = 'secret';

interface RoadOptions {
  /** Without it, PGlite. */
  readonly server?: PostgresServer | undefined;
  readonly seconds: number;
}

/** Two gateways deliver batch after batch for so long, while each of the 200 teams has a budget, so that what they lease is lowered too. */
export async function measureRoad({ server, seconds }: RoadOptions): Promise<Road> {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryDirectory());
  const budgets = [budget('each-team', LIMIT_USD, { scope: 'team' })];
  const operator = await startSnapshotServer(snapshotOf({ budgets }));
  stack.defer(() => operator.close());
  await writeFile(`${path}/token`, TOKEN);
  const service = new BudgetPart(await freePort(), {
    NODE_ENV: 'production',
    AICP_OPERATOR_URL: operator.url,
    AICP_TOKEN_FILE: `${path}/token`,
    AICP_USAGE_TOKEN_FILE: `${path}/token`,
    AICP_DATA_DIR: path,
    AICP_INSTANCE: 'budget-0',
    KUBECONFIG: await writeKubeconfig(path),
    ...(server ? { AICP_DATABASE_URL: server.url() } : {}),
  });
  stack.defer(() => service.kill());
  await service.start();
  await untilReady(service.url);
  const senders = Array.from({ length: SENDERS }, (_, index) => new Sender(service.url, index));
  stack.defer(async () => {
    await Promise.all(senders.map((sender) => sender.close()));
  });
  await Promise.all(senders.map((sender) => sender.sendBatches(WARM_UP_BATCHES)));
  return await drive({ senders, seconds, pid: service.pid, server });
}

async function drive(parts: {
  readonly senders: readonly Sender[];
  readonly seconds: number;
  readonly pid: number;
  readonly server: PostgresServer | undefined;
}): Promise<Road> {
  const { senders, seconds, pid, server } = parts;
  const cpuNow = async () => {
    const { user, system } = process.cpuUsage();
    return {
      service: processCpuMs(pid),
      server: server && (await cpuOf(server)),
      sender: (user + system) / 1_000,
    };
  };
  const before = await cpuNow();
  const began = performance.now();
  const end = AbortSignal.timeout(seconds * 1_000);
  const batches = (await Promise.all(senders.map((sender) => sender.sendUntil(end)))).flat();
  const tookMs = performance.now() - began;
  const after = await cpuNow();
  const records = batches.reduce((sum, batch) => sum + batch.records, 0);
  const ofThousand = (ms: number): number => round((ms * 1_000) / records);
  return {
    records,
    perSecond: Math.round((records * 1_000) / tookMs),
    perSecondOfSlowestTenth: slowestTenth(batches, began),
    serviceCpuMsPerThousand: ofThousand(after.service - before.service),
    serverCpuMsPerThousand:
      after.server === undefined || before.server === undefined
        ? undefined
        : ofThousand(after.server - before.server),
    senderCpuMsPerThousand: ofThousand(after.sender - before.sender),
    batchMs: quantiles(batches.map(({ ms }) => ms)),
  };
}

/** Over a connection of its own, which is closed before the senders begin. */
async function cpuOf(server: PostgresServer): Promise<number | undefined> {
  const database = await openDatabase<LedgerTables>({
    ...{ clock: systemClock, random: Math.random, ...LEDGER_DATABASE },
    log: createLogger({ service: 'bench', level: 'silent' }),
    location: { url: server.url() },
  });
  try {
    await database.migrated();
    return await serverCpuMs(database);
  } finally {
    await database.close();
  }
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const { status, body } = await fetch(`${url}/ready`);
    await body?.cancel();
    if (status === 200) return;
    await systemClock.sleep(50);
  }
}

/** A gateway: one batch after another, each answered before the next is sent. */
class Sender {
  private readonly name: string;
  private readonly pool: Pool;
  private readonly traffic: Traffic;

  constructor(url: string, index: number) {
    this.name = `gateway-${index}`;
    this.pool = new Pool(url, { connections: 1 });
    const fromMs = Date.now();
    // Records go on as long as they are asked for; their number says how far apart they are.
    const records = BATCH;
    const toMs = fromMs + (records * SENDERS) / PER_MS;
    this.traffic = new Traffic({ fromMs, toMs, records, seed: 7 + index });
  }

  async sendUntil(end: AbortSignal): Promise<Written[]> {
    const sent: Written[] = [];
    while (!end.aborted) sent.push(await this.send());
    return sent;
  }

  async sendBatches(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) await this.send();
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async send(): Promise<Written> {
    const records = this.traffic.batch(this.name, BATCH);
    const batch = { ...records, session: `${this.name}-process`, is_older: false };
    const body = JSON.stringify(batch);
    const began = performance.now();
    const answer = await this.pool.request({
      method: 'POST',
      path: USAGE_PATH,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body,
    });
    const text = await answer.body.text();
    const endedAt = performance.now();
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${text}`);
    const { accepted } = usageAnswer.parse(JSON.parse(text));
    const due = batch.usage.length + batch.attempts.length;
    if (accepted !== due) throw new Error(`${accepted} of ${due} records were new: ${text}`);
    return { records: BATCH, ms: endedAt - began, endedAt };
  }
}

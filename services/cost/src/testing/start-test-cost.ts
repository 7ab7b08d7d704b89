import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS, type Limits } from '@aicp/api-kit/access/caller-limits';
import { makeTemplate } from '@aicp/common/database/pglite/data-directory';
import { SharedPglite } from '@aicp/common/database/pglite/shared-pglite';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { answerOf, ScriptedOperator } from '@aicp/common/snapshot/testing/started-receiver';
import { systemClock } from '@aicp/common/time/clock';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { LedgerWriter } from '@aicp/ledger/ingest/ledger-writer';
import { openLedger } from '@aicp/ledger/testing/ledger-home';
import { startCost } from '../start.ts';
import { snapshotOf, type Fragments } from './fragments.ts';

/** A cost service on a ledger of its own, beside whoever fills that ledger. */
export async function startTestCost(
  fragments: Fragments,
  more: {
    readonly requireAuth?: boolean;
    readonly limits?: Limits;
    readonly hasLedger?: boolean;
  } = {},
) {
  await makeTemplate();
  const directory = await mkdtemp(join(tmpdir(), 'aicp-cost-'));
  const { log, entries } = recordingLog();
  const parts = { log, clock: systemClock, random: Math.random };
  const shared = new SharedPglite({ directory: join(directory, 'database'), ...parts });
  const database = await openLedger({ shared });
  const writer = new LedgerWriter({ database, clock: systemClock });
  const operator = new ScriptedOperator().say(answerOf(snapshotOf(fragments)));
  const config = {
    host: '127.0.0.1',
    port: 0,
    metricsPort: undefined,
    publicUrl: undefined,
    trustedProxies: [],
    corsOrigins: [],
    database: { shared },
    dataDirectory: directory,
    instance: 'cost-0',
    limits: more.limits ?? LIMITS,
    bootDirectory: undefined,
    requireAuth: more.requireAuth ?? false,
    hasLedger: more.hasLedger ?? true,
  };
  const cost = await startCost(config, { ...parts, snapshots: operator });
  const url = `http://127.0.0.1:${cost.port}`;
  const send = async (path: string, init?: RequestInit) => {
    const answer = await fetch(url + path, init);
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as never };
  };
  return {
    url,
    entries,
    /** GET, with a key where one is named. */
    get: async (path: string, secret?: string) =>
      await send(path, { headers: secret === undefined ? {} : { 'X-Api-Key': secret } }),
    post: async (path: string, body: unknown, headers: Record<string, string> = {}) =>
      await send(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    /** Brings records into the ledger. */
    record: async (...usage: readonly UsageRecord[]) =>
      await writer.ingest({
        replica: 'gateway-0',
        sent_at: new Date().toISOString(),
        in_flight: 0,
        oldest_left_at: null,
        usage,
        attempts: [],
        sums: [],
        decisions: [],
      }),
    stop: async () => {
      await cost.stop();
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type TestCost = Awaited<ReturnType<typeof startTestCost>>;

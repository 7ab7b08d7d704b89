import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS, type Limits } from '@aicp/api-kit/access/caller-limits';
import type { DatabaseLocation } from '@aicp/common/database/open-database';
import { makeTemplate } from '@aicp/common/database/pglite/data-directory';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { PollAnswer } from '@aicp/common/snapshot/poll-client';
import { snapshotWith } from '@aicp/common/snapshot/testing/started-receiver';
import { systemClock } from '@aicp/common/time/clock';
import type { PollRequest } from '@aicp/contracts/poll/poll';
import type { UsageBatch } from '@aicp/contracts/usage/usage-batch';
import { startBudget, type RunningBudget } from '../start.ts';

/** The token of gateways. */
export const TOKEN = 'usage-token';
/** The token of services that ask for spend. */
export const SPEND_TOKEN = 'spend-token';

/** Sections of a snapshot. */
export type Sections = Readonly<Record<string, readonly object[]>>;

/** An operator that answers with the newest snapshot, and keeps what it is told. */
class Operator {
  readonly polls: PollRequest[] = [];
  private revision = 0;
  private snapshot = snapshotWith({});
  private wake = Promise.withResolvers<undefined>();

  push(sections: Sections): void {
    this.revision += 1;
    const texts = Object.entries(sections).map(([name, items]) => [name, JSON.stringify(items)]);
    const at = { revision: this.revision };
    this.snapshot = snapshotWith(Object.fromEntries(texts) as Record<string, string>, at);
    this.wake.resolve(undefined);
    this.wake = Promise.withResolvers();
  }

  poll = async (request: PollRequest, signal: AbortSignal): Promise<PollAnswer> => {
    this.polls.push(request);
    const gone = Promise.withResolvers<undefined>();
    signal.addEventListener('abort', () => {
      gone.resolve(undefined);
    });
    while (request.wait_seconds > 0 && (request.applied?.revision ?? 0) >= this.revision) {
      await Promise.race([this.wake.promise, gone.promise]);
      signal.throwIfAborted();
    }
    const { manifest, degraded, contents } = this.snapshot;
    return { newer: { manifest, degraded, changed: contents }, expectedReplicas: 1 };
  };

  close = (): Promise<void> => Promise.resolve();
}

export interface FixtureOptions {
  readonly sections?: Sections;
  readonly requireAuth?: boolean;
  /** Without it, PGlite in a folder of its own. */
  readonly database?: DatabaseLocation;
  readonly instance?: string;
  readonly limits?: Limits;
}

/** A budget service that runs in this process, and what speaks to it. */
export class BudgetFixture implements AsyncDisposable {
  readonly operator: Operator;
  readonly url: string;
  private readonly service: RunningBudget;
  private readonly directory: string;

  private constructor(service: RunningBudget, operator: Operator, directory: string) {
    this.service = service;
    this.operator = operator;
    this.directory = directory;
    this.url = `http://127.0.0.1:${service.port}`;
  }

  /** Resolves when the service is ready. */
  static async start(options: FixtureOptions = {}): Promise<BudgetFixture> {
    await makeTemplate();
    const directory = await mkdtemp(join(tmpdir(), 'aicp-budget-'));
    const operator = new Operator();
    operator.push(options.sections ?? {});
    const service = await startBudget(
      {
        ...{ host: '127.0.0.1', port: 0, metricsPort: undefined, publicUrl: undefined },
        ...{
          trustedProxies: [],
          corsOrigins: [],
          limits: options.limits ?? LIMITS,
          namespace: 'default',
        },
        database: options.database ?? { directory: join(directory, 'database') },
        dataDirectory: directory,
        bootDirectory: undefined,
        instance: options.instance ?? 'budget-0',
        requireAuth: options.requireAuth ?? false,
        senders: { type: 'token', token: TOKEN },
        askers: { type: 'token', token: SPEND_TOKEN },
      },
      {
        api: { read: () => Promise.reject(new Error('no cluster here')) },
        snapshots: operator,
        ...{ clock: systemClock, random: Math.random, log: recordingLog().log },
      },
    );
    await until('the service is ready', () => service.ready(), 30_000);
    return new BudgetFixture(service, operator, directory);
  }

  async get(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(this.url + path, { headers });
    return { status: response.status, headers: response.headers, body: await bodyOf(response) };
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await bodyOf(response) };
  }

  /** Delivers a batch, as a gateway does. */
  async deliver(batch: Partial<UsageBatch>, token = TOKEN) {
    const whole: UsageBatch = {
      ...{ replica: 'gateway-0', sent_at: new Date().toISOString(), in_flight: 0 },
      ...{ oldest_left_at: null, usage: [], attempts: [], sums: [], decisions: [] },
      ...batch,
    };
    return await this.post('/usage', whole, { Authorization: `Bearer ${token}` });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** Whatever is answered: tests say what they expect of it. */
async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return (isJson ? JSON.parse(text) : { text }) as Record<string, unknown>;
}

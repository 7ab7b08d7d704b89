import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '@aicp/api-kit/access/caller-limits';
import { LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import type { DatabaseLocation } from '@aicp/common/database/open-database';
import { makeTemplate } from '@aicp/common/database/pglite/data-directory';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import {
  answerOf,
  ScriptedOperator,
  snapshotWith,
} from '@aicp/common/snapshot/testing/started-receiver';
import { systemClock } from '@aicp/common/time/clock';
import { hasEnded } from '@aicp/contracts/workflows/execution-status';
import { WORKFLOW_BOUNDS, type WorkflowBounds } from '../config.ts';
import { startWorkflow, type RunningWorkflow } from '../start.ts';
import { FakeGateway, GATEWAY_SECRET, type Answering } from './fake-gateway.ts';
import type { Sections } from './fragments.ts';

/** What the admin service signs with here. */
export const ADMIN_SECRET = 'a secret of the engine and the admin service';

export interface EngineOptions {
  readonly sections: Sections;
  readonly answer?: Answering;
  readonly requireAuth?: boolean;
  readonly bounds?: WorkflowBounds;
  /** Without it, PGlite in a folder of its own. */
  readonly database?: DatabaseLocation;
}

export interface ExecutionBody {
  readonly id: string;
  readonly status: string;
  readonly output: unknown;
  readonly error: string | null;
  readonly total_cost: number;
  readonly total_tokens: number;
  readonly steps: readonly Record<string, unknown>[];
}

/** A workflow engine that runs in this process, which holds one at a time, with a gateway beside it. */
export class EngineFixture implements AsyncDisposable {
  readonly gateway: FakeGateway;
  readonly operator: ScriptedOperator;
  readonly logged: ReturnType<typeof recordingLog>['entries'];
  private readonly service: RunningWorkflow;
  private readonly directory: string;
  private revision = 1;

  private constructor(parts: {
    readonly gateway: FakeGateway;
    readonly operator: ScriptedOperator;
    readonly logged: ReturnType<typeof recordingLog>['entries'];
    readonly service: RunningWorkflow;
    readonly directory: string;
  }) {
    this.gateway = parts.gateway;
    this.operator = parts.operator;
    this.logged = parts.logged;
    this.service = parts.service;
    this.directory = parts.directory;
  }

  /** Resolves when the engine is ready. */
  static async start(options: EngineOptions): Promise<EngineFixture> {
    await makeTemplate();
    const directory = await mkdtemp(join(tmpdir(), 'aicp-workflow-'));
    const gateway = await FakeGateway.start(options.answer);
    const operator = new ScriptedOperator().say(answerOf(snapshotOf(options.sections, 1)));
    const { log, entries: logged } = recordingLog();
    const service = await startWorkflow(
      {
        ...{ host: '127.0.0.1', port: 0, metricsPort: undefined, publicUrl: undefined },
        ...{ trustedProxies: [], corsOrigins: [], limits: LIMITS, bootDirectory: undefined },
        database: options.database ?? { directory: join(directory, 'database') },
        ...{ dataDirectory: directory, instance: 'workflow-0' },
        requireAuth: options.requireAuth ?? false,
        ...{ gatewayUrl: gateway.url, gatewayCa: undefined },
        ...{ secret: () => GATEWAY_SECRET, adminSecret: () => ADMIN_SECRET },
        egress: { platform: LOCAL_TOO, tenants: PUBLIC_ONLY },
        bounds: options.bounds ?? WORKFLOW_BOUNDS,
      },
      { snapshots: operator, clock: systemClock, random: Math.random, log },
    );
    await until('the engine is ready', () => service.ready(), 30_000);
    return new EngineFixture({ gateway, operator, logged, service, directory });
  }

  get url(): string {
    return `http://127.0.0.1:${this.service.port}`;
  }

  push(sections: Sections): void {
    this.revision += 1;
    this.operator.say(answerOf(snapshotOf(sections, this.revision)));
  }

  async get(path: string, headers: Record<string, string> = {}) {
    return await answered(await fetch(this.url + path, { headers }));
  }

  async post(path: string, body?: unknown, headers: Record<string, string> = {}) {
    return await answered(
      await fetch(this.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  }

  /** Starts an execution; answers its id. */
  async begin(template: string, input: object = {}, headers: Record<string, string> = {}) {
    const answer = await this.post('/api/v1/executions', { template, input }, headers);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body['id'] as string;
  }

  async execution(id: string, headers: Record<string, string> = {}): Promise<ExecutionBody> {
    return (await this.get(`/api/v1/executions/${id}`, headers)).body as unknown as ExecutionBody;
  }

  /** Resolves when an execution stands so. */
  async reached(
    id: string,
    status: string,
    headers: Record<string, string> = {},
  ): Promise<ExecutionBody> {
    for (const end = Date.now() + 20_000; ;) {
      const now = await this.execution(id, headers);
      if (now.status === status) return now;
      if (hasEnded(now.status) || Date.now() > end)
        throw new Error(`it did not: ${JSON.stringify(now)}`);
      await systemClock.sleep(25);
    }
  }

  /** Starts one, and waits for its end. */
  async run(template: string, input: object = {}, status = 'completed'): Promise<ExecutionBody> {
    return await this.reached(await this.begin(template, input), status);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.stop();
    await this.gateway[Symbol.asyncDispose]();
    await rm(this.directory, { recursive: true, force: true });
  }
}

const snapshotOf = (sections: Sections, revision: number) =>
  snapshotWith(
    Object.fromEntries(
      Object.entries(sections).map(([name, items]) => [name, JSON.stringify(items)]),
    ),
    { revision },
  );

/** Whatever is answered: tests say what they expect of it. */
async function answered(response: Response) {
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const body = (isJson ? JSON.parse(text) : { text }) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

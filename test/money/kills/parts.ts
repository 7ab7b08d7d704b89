import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresServer, postgresBinaries } from '@aicp/common/database/testing/engines';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { startGatewayProcess, type GatewayProcess } from '@aicp/gateway/testing/gateway-process';

/** Something that runs as processes of its own, and can be killed and started again on what it has on its disk. */
export interface Part {
  readonly name: string;
  readonly kind: PartKind;
  /** With SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** Resolves when it takes connections. */
  start(): Promise<void>;
}

export const PART_KINDS = ['gateway', 'budget service', 'Redis', 'PostgreSQL'] as const;
export type PartKind = (typeof PART_KINDS)[number];

export class GatewayPart implements Part {
  readonly kind = 'gateway';
  readonly name: string;
  /** Undefined while it does not run. */
  running: GatewayProcess | undefined;
  /** What those that ran before have logged. */
  private readonly before: string[] = [];
  private readonly environment: Readonly<Record<string, string>>;

  constructor(name: string, environment: Readonly<Record<string, string>>) {
    this.name = name;
    this.environment = { ...environment, AICP_INSTANCE: name };
  }

  get log(): string {
    return [...this.before, this.running?.output() ?? ''].join('');
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async start(): Promise<void> {
    this.running = await startGatewayProcess(this.environment);
  }

  /** Its exit code. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { running } = this;
    if (!running) return null;
    this.running = undefined;
    const code = await running.end(signal);
    this.before.push(running.output());
    return code;
  }
}

const BUDGET_MAIN = join(import.meta.dirname, '../../../services/budget/src/main.ts');

export class BudgetPart implements Part {
  readonly kind = 'budget service';
  readonly name = 'budget';
  log = '';
  private readonly port: number;
  private readonly environment: Readonly<Record<string, string>>;
  private child: ChildProcess | undefined;

  constructor(port: number, environment: Readonly<Record<string, string>>) {
    this.port = port;
    this.environment = environment;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Throws where it does not run. */
  get pid(): number {
    const pid = this.child?.pid;
    if (pid === undefined) throw new Error('the budget service does not run');
    return pid;
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [BUDGET_MAIN], {
      env: { ...process.env, AICP_PORT: String(this.port), ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        this.log += chunk.toString();
        if (chunk.includes('"budget_started"')) resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', () => {
        reject(new Error(`the budget service ended at its start: ${this.log.slice(-2000)}`));
      });
    });
  }

  /** Its exit code. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null) return null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return await ended;
  }
}

/** Keeps nothing on its disk, so that each kill loses all that replicas had counted together. */
export class RedisPart implements Part {
  readonly kind = 'Redis';
  readonly name = 'redis';
  readonly server: RedisServer;

  private constructor(server: RedisServer) {
    this.server = server;
  }

  static async begin(): Promise<RedisPart> {
    return new RedisPart(await RedisServer.start(redisProgram() ?? ''));
  }

  kill = (): Promise<void> => this.server.kill();
  start = (): Promise<void> => this.server.resume();
}

export class PostgresPart implements Part {
  readonly kind = 'PostgreSQL';
  readonly name = 'postgresql';
  readonly server: PostgresServer;

  private constructor(server: PostgresServer) {
    this.server = server;
  }

  static async begin(): Promise<PostgresPart> {
    return new PostgresPart(await PostgresServer.start(postgresBinaries() ?? ''));
  }

  kill = (): Promise<void> => this.server.kill();
  start = (): Promise<void> => this.server.resume();
}

/** What this machine lacks of what the parts need; undefined: nothing. */
export function missing(): string | undefined {
  if (postgresBinaries() === undefined) return 'no PostgreSQL on this machine';
  return redisProgram() === undefined ? 'no Redis on this machine' : undefined;
}

/** A port that nobody listens on. */

/** A folder below another one, made. */
export async function folderIn(directory: string, name: string): Promise<string> {
  const path = join(directory, name);
  await mkdir(path, { recursive: true });
  return path;
}

/** A kubeconfig of a cluster that is not there: the budget service that knows its senders by a token asks none. */
export async function writeKubeconfig(directory: string): Promise<string> {
  const path = join(directory, 'kubeconfig');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'none',
    clusters: [{ name: 'none', cluster: { server: 'http://127.0.0.1:9' } }],
    users: [{ name: 'none', user: {} }],
    contexts: [{ name: 'none', context: { cluster: 'none', user: 'none' } }],
  };
  await writeFile(path, JSON.stringify(config));
  return path;
}

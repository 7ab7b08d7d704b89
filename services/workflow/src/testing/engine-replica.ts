import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@aicp/common/http/testing/free-ports';
import { snapshotWith } from '@aicp/common/snapshot/testing/started-receiver';
import { systemClock } from '@aicp/common/time/clock';
import type { Sections } from './fragments.ts';

/** As the chart starts it (templates/_services.tpl). */
export const NODE_OPTIONS = ['--max-semi-space-size=2', '--heap-growing-percent=25'];

export interface ReplicaOptions {
  readonly instance: string;
  readonly database: string;
  readonly gateway: string;
  readonly sections: Sections;
  /** How many executions may be open. */
  readonly maxOpen?: number;
}

/** A request of a step. */
export interface SentRequest {
  /** Of the execution. */
  readonly id: string;
  readonly step: string;
  readonly at: number;
}

/** A replica of the engine as a process of its own, which can be killed and started again. */
export class EngineReplica implements AsyncDisposable {
  readonly url: string;
  private readonly options: ReplicaOptions;
  private readonly directory: string;
  private child: ChildProcess | undefined;
  private said = '';

  private constructor(options: ReplicaOptions, directory: string, port: number) {
    this.options = options;
    this.directory = directory;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(options: ReplicaOptions): Promise<EngineReplica> {
    const directory = await mkdtemp(join(tmpdir(), 'aicp-engine-'));
    const sections = Object.entries(options.sections).map(
      ([name, items]) => [name, JSON.stringify(items)] as const,
    );
    const snapshot = snapshotWith(Object.fromEntries(sections), { revision: 1 });
    await writeFile(join(directory, 'given.json'), JSON.stringify(snapshot));
    const replica = new EngineReplica(options, directory, await freePort());
    await replica.begin();
    return replica;
  }

  /** Resolves when it is ready; also once more, after it was killed. */
  async begin(): Promise<void> {
    const { instance, database, gateway, maxOpen } = this.options;
    const script = join(import.meta.dirname, 'engine-process.ts');
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...NODE_OPTIONS, script],
      {
        env: {
          ...{
            PATH: process.env['PATH'],
            DATABASE: database,
            GATEWAY: gateway,
            INSTANCE: instance,
          },
          ...{ DIRECTORY: this.directory, SNAPSHOT: join(this.directory, 'given.json') },
          PORT: new URL(this.url).port,
          ...(maxOpen === undefined ? {} : { MAX_OPEN: String(maxOpen) }),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.said = (this.said + chunk.toString()).slice(-20_000);
      });
    }
    const end = Date.now() + 60_000;
    while (!(await this.isReady())) {
      if (child.exitCode !== null || Date.now() > end) throw new Error(this.said);
      await systemClock.sleep(50);
    }
  }

  /** The requests of steps that it has made, with the id of the execution and the moment (milliseconds since 1970) of each. */
  async sent(): Promise<readonly SentRequest[]> {
    const text = await readFile(join(this.directory, 'sent.jsonl'), 'utf8');
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as SentRequest);
  }

  /** Ends it at once, as a machine that stops does. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** Has it stand still, as a machine does that is moved to another host. */
  async pause(): Promise<void> {
    this.child?.kill('SIGSTOP');
    if (process.platform !== 'linux') return;
    while (!(await isStopped(this.pid))) await delay(5);
  }

  /** Has it go on as if nothing had been. */
  resume(): void {
    this.child?.kill('SIGCONT');
  }

  /** Its process. */
  get pid(): number {
    if (this.child?.pid === undefined) throw new Error('it does not run');
    return this.child.pid;
  }

  /** The end of what it logged. */
  get logged(): string {
    return this.said;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }

  private async isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/ready`)).ok;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  }
}

/** Whether the system holds a process still: a signal is there before it takes effect. The name in front may hold anything, spaces included. */
async function isStopped(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8');
  return status.split(') ').at(-1)?.startsWith('T') === true;
}

import { type Reaper, TestProcess } from '../control-plane/test-process.ts';
import { until } from '../control-plane/until.ts';

export interface ReplicaOptions {
  readonly name: string;
  /** A main.ts of ours. */
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Answers 200 once the replica is of use. */
  readonly readinessUrl: string;
  /** Where its log is written. */
  readonly folder: string;
  readonly reaper: Reaper;
}

/** A log entry of one of our services. */
export interface LogEntry {
  readonly level: string;
  readonly event: string;
  readonly [field: string]: unknown;
}

/** A replica of one of our services as a process of its own, which tests kill, stop and start as a cluster would. */
export class Replica {
  readonly name: string;
  private readonly options: ReplicaOptions;
  private process: TestProcess;

  constructor(options: ReplicaOptions) {
    this.name = options.name;
    this.options = options;
    this.process = this.launch();
  }

  get pid(): number {
    return this.process.pid;
  }

  get isRunning(): boolean {
    return this.process.isRunning;
  }

  /** Whether it says of itself that it is of use. */
  async isReady(): Promise<boolean> {
    const { readinessUrl } = this.options;
    return await fetch(readinessUrl, { signal: AbortSignal.timeout(2_000) }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.ok;
      },
      () => false,
    );
  }

  /** Rejects with its last words where it ends or does not get ready. */
  async untilReady(): Promise<void> {
    const what = `${this.name} is ready`;
    await until(async () => !this.isRunning || (await this.isReady()), { what }).catch(
      (error: unknown) => {
        throw new Error(`${what}, it is not:\n${this.process.lastWords()}`, { cause: error });
      },
    );
    if (!this.isRunning) throw new Error(`${this.name} ended:\n${this.process.lastWords()}`);
  }

  /** SIGKILL; resolves when it is gone. */
  async kill(): Promise<void> {
    await this.process.kill();
  }

  /** SIGTERM, as Kubernetes ends pods; resolves when it is gone, with its exit code or the signal that ended it. */
  async terminate(): Promise<number | NodeJS.Signals> {
    return await this.process.terminate();
  }

  /** Starts it again under the same name and ports. */
  start(): void {
    if (!this.isRunning) this.process = this.launch();
  }

  /** SIGSTOP. Resolves when it stands still. */
  async pause(): Promise<void> {
    await this.process.pause();
  }

  resume(): void {
    this.process.resume();
  }

  /** All that it logged, over all its lives. Throws on a line that is no entry: our services print nothing else. */
  log(): LogEntry[] {
    const lines = this.process.log().split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as LogEntry);
  }

  /** What it logged as wrong. */
  complaints(): LogEntry[] {
    return this.log().filter(({ level }) => level === 'error' || level === 'warn');
  }

  private launch(): TestProcess {
    const { name, script, environment, folder, reaper } = this.options;
    return new TestProcess({
      name,
      command: process.execPath,
      args: [script],
      environment: { PATH: process.env['PATH'], ...environment },
      folder,
      reaper,
    });
  }
}

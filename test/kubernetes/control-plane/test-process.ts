import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStopped } from './is-stopped.ts';
import type { Reaper } from './reaper.ts';
import { until } from './until.ts';

export interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Where its log is written, as `<name>.log`. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly reaper: Reaper;
}

/** A process that a test started. It ends with the test process, whatever ends that. */
export class TestProcess {
  readonly name: string;
  readonly pid: number;
  /** Resolves when it has ended, with its exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  private readonly logPath: string;
  private running = true;

  /** Throws where it cannot be started. Its log goes on where an earlier process of the same name left off. */
  constructor(options: ChildOptions) {
    this.name = options.name;
    this.logPath = join(options.folder, `${options.name}.log`);
    const log = openSync(this.logPath, 'a');
    const child = spawn(options.command, options.args, {
      env: { ...options.environment },
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    const { pid } = child;
    child.once('error', (error) => appendFileSync(this.logPath, `${error.message}\n`));
    if (pid === undefined) throw new Error(`${options.command} cannot be started`);
    this.pid = pid;
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.running = false;
        resolve(code ?? signal ?? 'SIGKILL');
      });
    });
    options.reaper.watch(this);
  }

  get isRunning(): boolean {
    return this.running;
  }

  /** SIGKILL, and the wait until it is gone. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
  }

  /** SIGTERM, also to one that is paused, and the wait until it is gone: SIGKILL after `graceMs`, as Kubernetes does. */
  async terminate(graceMs = 30_000): Promise<number | NodeJS.Signals> {
    this.signal('SIGTERM');
    this.resume();
    const cut = setTimeout(() => this.signal('SIGKILL'), graceMs);
    const outcome = await this.ended;
    clearTimeout(cut);
    return outcome;
  }

  /** SIGSTOP: it keeps its connections and says nothing. Resolves when it stands still, which takes a moment on a busy machine. */
  async pause(): Promise<void> {
    this.signal('SIGSTOP');
    await until(() => !this.running || isStopped(this.pid), { what: `${this.name} stands still` });
  }

  resume(): void {
    this.signal('SIGCONT');
  }

  /** Everything that it printed, and those of its name before it. */
  log(): string {
    return readFileSync(this.logPath, 'utf8');
  }

  /** The last lines of its log, for the message of a failure. */
  lastWords(lines = 20): string {
    return this.log().trimEnd().split('\n').slice(-lines).join('\n');
  }

  private signal(signal: NodeJS.Signals): void {
    if (this.running) process.kill(this.pid, signal);
  }
}

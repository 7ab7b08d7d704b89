import { fork, type ChildProcess } from 'node:child_process';
import type { Logger } from '@aicp/common/log/logger';
import type { SupervisorMessage } from '../control/messages.ts';
import type { LogFile } from './log-file.ts';
import { backoffMs } from '@aicp/common/time/backoff';

export interface ChildOptions {
  readonly name: string;
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Options of Node for this process. */
  readonly nodeOptions: readonly string[];
  readonly output: LogFile;
  /** The longest wait before it is started again. */
  readonly longestWaitMs: number;
  readonly log: Logger;
  /** What the process says of itself over the channel between us. */
  readonly onMessage: (message: unknown) => void;
  readonly onChange: () => void;
}

/** Options of Node for a process that stops when this one is gone. */
export const ENDS_WITH_PARENT = [
  '--import',
  new URL('./leave-with-parent.ts', import.meta.url).href,
];

/** One process of the installation: started, started again with back-off when it dies, and ended on request. */
export class SupervisedChild {
  restarts = 0;
  private readonly options: ChildOptions;
  private child: ChildProcess | undefined;
  private timer: NodeJS.Timeout | undefined;
  private diedYoung = 0;
  private startedAt = 0;
  private stopping = false;

  constructor(options: ChildOptions) {
    this.options = options;
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  start(): void {
    const { script, environment, nodeOptions, output } = this.options;
    this.startedAt = performance.now();
    const child = fork(script, [], {
      env: { ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [...nodeOptions, ...ENDS_WITH_PARENT],
    });
    this.child = child;
    child.stdout?.on('data', (chunk: Buffer) => output.write(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output.write(chunk));
    child.on('message', (message) => {
      // What a process said before its end may come after it, and says nothing of the next one.
      if (this.child === child) this.options.onMessage(message);
    });
    child.once('exit', (code, signal) => {
      this.exited(code, signal);
    });
    this.options.onChange();
  }

  /** Tells the process something over the channel between us; what it cannot be told now is lost. */
  send(message: SupervisorMessage): void {
    // An answer is waited for by nobody; without the callback a failure would end this process.
    if (this.child?.connected) this.child.send(message, () => undefined);
  }

  /** Asks the process to end, and after `graceMs` ends it. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const cut = setTimeout(() => child.kill('SIGKILL'), graceMs);
      child.once('exit', () => {
        clearTimeout(cut);
        resolve();
      });
      child.kill('SIGTERM');
    });
  }

  private exited(code: number | null, signal: NodeJS.Signals | null): void {
    const { name, log } = this.options;
    this.child = undefined;
    if (this.stopping) return;
    const { waitMs, diedYoung } = restartWait({
      ranMs: performance.now() - this.startedAt,
      earlier: this.diedYoung,
      longestMs: this.options.longestWaitMs,
      random: Math.random,
    });
    this.diedYoung = diedYoung;
    log.warn({ process: name, code, signal, restart_in_ms: waitMs }, 'process_died');
    this.restarts += 1;
    this.timer = setTimeout(() => this.start(), waitMs);
    this.options.onChange();
  }
}

/** A process that ran this long was well: its death says nothing of the next start. */
const STABLE_MS = 10_000;

export interface Death {
  /** How long the process had run. */
  readonly ranMs: number;
  /** So many died young before it, one after the other. */
  readonly earlier: number;
  readonly longestMs: number;
  /** [0, 1). */
  readonly random: () => number;
}

/** How long to wait before a process that died is started again: not at all where it had been well, else longer with every death. */
export function restartWait({ ranMs, earlier, longestMs, random }: Death): {
  waitMs: number;
  diedYoung: number;
} {
  if (ranMs >= STABLE_MS) return { waitMs: 0, diedYoung: 0 };
  const waitMs = backoffMs({ attempt: earlier, baseMs: 100, maxMs: longestMs, random });
  return { waitMs, diedYoung: earlier + 1 };
}

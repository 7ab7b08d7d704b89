import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleState } from '../data/state.ts';
import type { ConsolePlan } from './console-plan.ts';

/** A build takes half a minute at most; one that takes so long hangs, ms. */
const LONGEST_MS = 5 * 60_000;

export interface BuilderOptions {
  readonly plan: ConsolePlan;
  /** Of the admin service, which serves it. */
  readonly address: string;
  /** Where what it says while it is built stands, and who writes it there. */
  readonly logPath: string;
  readonly openLog: () => BuildLog;
  /** Of the process that builds. */
  readonly environment: Readonly<Record<string, string>>;
  readonly nodeOptions: readonly string[];
  readonly onChange: () => void;
}

export interface BuildLog {
  write(chunk: Buffer | string): void;
  close(): void;
}

/** Has the console built once, by a process that leaves the processor to everybody else first. Whatever becomes of it, the services go on. */
export class ConsoleBuilder {
  private readonly options: BuilderOptions;
  private status: ConsoleState['status'];
  private child: ChildProcess | undefined;
  private isBegun = false;

  constructor(options: BuilderOptions) {
    this.options = options;
    this.status = statusBefore(options.plan);
  }

  get state(): ConsoleState {
    const { address, logPath } = this.options;
    return { status: this.status, address: `${address}/`, log: logPath };
  }

  /** Begins, once, where there is something to do. */
  start(): void {
    const { plan, environment, nodeOptions } = this.options;
    if (plan.program === undefined || this.isBegun) return;
    this.isBegun = true;
    const log = this.options.openLog();
    const child = fork(plan.program, ['--nice', '--out', plan.directory], {
      env: { ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [...nodeOptions],
    });
    this.child = child;
    const cut = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS).unref();
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        log.write(chunk);
      });
    }
    child.on('message', (message) => {
      if (isBuilding(message)) this.become('building');
    });
    child.once('error', (error) => {
      log.write(`${error.message}\n`);
    });
    child.once('close', (code) => {
      clearTimeout(cut);
      log.close();
      this.child = undefined;
      this.become(code === 0 ? 'ready' : 'failed');
    });
  }

  /** Ends a build that is under way: the next start begins it again. */
  stop(): void {
    this.child?.removeAllListeners('close').kill('SIGTERM');
  }

  private become(status: ConsoleState['status']): void {
    if (status === this.status) return;
    this.status = status;
    this.options.onChange();
  }
}

/** What is there already is served, whether or not it is looked at again. */
function statusBefore({ directory, program }: ConsolePlan): ConsoleState['status'] {
  if (existsSync(join(directory, 'index.html'))) return 'ready';
  return program === undefined ? 'off' : 'waiting';
}

const isBuilding = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  message.type === 'building';

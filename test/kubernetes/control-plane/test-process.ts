import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, readdirSync, appendFileSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.ts';

/** Whether a process still runs. One that ended and whose parent has not looked yet (a zombie) does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/\) Z /.test(stat);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'ENOENT') return false;
    throw error;
  }
}

/** Whether every thread of a process stands still, as SIGSTOP has it. Where there is no /proc, it is believed to. */
export function isStopped(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  const threads = `/proc/${pid}/task`;
  return readdirSync(threads).every((thread) =>
    /\) T /.test(readFileSync(`${threads}/${thread}/stat`, 'utf8')),
  );
}

/** The most memory that a process ever held, in MiB; 0 where the system does not say (only Linux does). */
export const peakMemoryMiB = (pid: number): number => readMiB(pid, 'VmHWM');

/** The memory that a process holds, in MiB; 0 where the system does not say. */
export const memoryMiB = (pid: number): number => readMiB(pid, 'VmRSS');

function readMiB(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(
    Number(new RegExp(`^${field}:\\s+([0-9]+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024,
  );
}

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

/**
 * Keeps a list of process ids, one `+ PID` or `- PID` a line, until its standard input ends; then kills those on the list and removes a
 * folder. The system ends the input together with the process that holds the other side, whatever ends that one, kill -9 included.
 */
const SCRIPT = `
trap '' HUP INT TERM
live=' '
while read -r sign pid; do
  case $sign in
    +) live="$live$pid " ;;
    -) case $live in *" $pid "*) live="\${live%% $pid *} \${live#* $pid }" ;; esac ;;
  esac
done
for pid in $live; do kill -9 "$pid"; done
for try in 1 2 3 4 5; do [ -z "$1" ] || rm -rf -- "$1" && break; sleep 0.2; done
`;

/** A process that must not outlive the test process. */
export interface Mortal {
  readonly pid: number;
  /** Resolves when it has ended by itself: its id may soon be somebody else's. */
  readonly ended: Promise<unknown>;
}

/** Ends processes and removes a folder when this process is gone. A shell, because it must outlive us and cost next to nothing. */
export class Reaper {
  private readonly shell: ChildProcess;
  private readonly living = new Set<Promise<void>>();

  /** `folder`: what to remove at the end; none where undefined. */
  constructor(folder: string | undefined) {
    this.shell = spawn('sh', ['-c', SCRIPT, 'reaper', folder ?? ''], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
  }

  /** Keeps a process on the list until it ends. */
  watch({ pid, ended }: Mortal): void {
    this.shell.stdin?.write(`+ ${pid}\n`);
    const gone = ended.then(() => {
      this.living.delete(gone);
      if (this.shell.stdin?.writable) this.shell.stdin.write(`- ${pid}\n`);
    });
    this.living.add(gone);
  }

  /** Kills what is on the list and removes the folder, now. Resolves when all of it is gone. */
  async reap(): Promise<void> {
    const exited = new Promise<void>((resolve) => {
      if (this.shell.exitCode === null) this.shell.once('exit', () => resolve());
      else resolve();
    });
    this.shell.stdin?.end();
    await Promise.all([exited, ...this.living]);
  }
}

/** `--name=value` for each pair. */
export function asFlags(flags: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
}

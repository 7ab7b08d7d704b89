import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';

export interface Spawned {
  readonly pid: number;
  /** What stood on the line that said it was ready. */
  readonly port: number;
  stop(): Promise<void>;
}

export interface SpawnOptions {
  /** Absent: Node. */
  readonly program?: string;
  /** Arguments; for Node, the script first. */
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly core: number;
  /** Finds the port in what the process prints. */
  readonly ready: RegExp;
}

const hasCores = availableParallelism() > 1;

const PIN_ATTEMPTS = 5;

/**
 * Binds a process to one core, where there are two or more and `taskset` is there; elsewhere it does nothing. `taskset` fails where a thread
 * ends while it lists them, so that it is tried again.
 */
export function pin(pid: number, core: number): void {
  if (!hasCores) return;
  for (let attempt = 1; ; attempt += 1) {
    const { status, stderr } = spawnSync('taskset', ['-a', '-cp', String(core), String(pid)]);
    if (status === 0) return;
    if (attempt === PIN_ATTEMPTS) throw new Error(`cannot pin ${pid}: ${String(stderr)}`);
  }
}

/** Starts a process on one core; resolves when it says that it is ready. Rejects with what it printed where it ends before. */
export async function spawnProcess(options: SpawnOptions): Promise<Spawned> {
  const child = spawn(options.program ?? process.execPath, options.args, {
    env: { ...process.env, NODE_ENV: 'production', ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${options.args.join(' ')}`);
  pin(pid, options.core);
  const port = await portOf(child, options.ready);
  return { pid, port, stop: () => stop(child) };
}

function portOf(child: ChildProcess, ready: RegExp): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-10_000);
      const port = ready.exec(printed)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', (code) => {
      reject(new Error(`ended with ${code ?? 'a signal'}:\n${printed}`));
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

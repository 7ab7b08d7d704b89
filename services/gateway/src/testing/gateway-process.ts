import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const METER = join(import.meta.dirname, 'turn-meter.ts');
const MAIN = join(import.meta.dirname, '..', 'main.ts');
const STARTED = /"port":([0-9]+).*"event":"gateway_started"/;

export interface GatewayProcess {
  readonly port: number;
  /** The most memory that it has held at a time, in MiB. */
  peakMemory(): Promise<number>;
  /** The longest turn of its event loop since the last call, in milliseconds of CPU. */
  longestTurn(): Promise<number>;
  /** What it has logged so far. */
  output(): string;
  /** Ends it with this signal; resolves with its exit code, null where the signal killed it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

/** Starts the gateway as a process of its own; resolves when it listens. Rejects with its output where it ends before. */
export async function startGatewayProcess(
  environment: Readonly<Record<string, string>>,
): Promise<GatewayProcess> {
  const child = spawn(process.execPath, ['--import', METER, MAIN], {
    env: { ...process.env, AICP_PORT: '0', AICP_INSTANCE: 'gateway-0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const port = await new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = STARTED.exec(output)?.[1];
      if (found !== undefined) resolve(Number(found));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => {
      reject(new Error(output));
    });
  });
  return {
    port,
    peakMemory: async () => {
      const status = await readFile(`/proc/${child.pid ?? 0}/status`, 'utf8');
      return Number(/^VmHWM:\s*([0-9]+) kB/m.exec(status)?.[1]) / 1024;
    },
    longestTurn: async () => {
      const told = once(child, 'message') as Promise<[number]>;
      child.send('tell');
      return (await told)[0];
    },
    output: () => output,
    end: async (signal) => {
      kill(child, signal);
      return await ended;
    },
  };
}

function kill(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): void {
  if (child.exitCode === null) child.kill(signal);
}

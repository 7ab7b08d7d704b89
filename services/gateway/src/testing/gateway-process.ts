import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSnapshotServer } from './fake-operator.ts';
import { snapshotOf, type Fragments } from './fragments.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const METER = join(import.meta.dirname, 'turn-meter.ts');
const MAIN = join(import.meta.dirname, '..', 'main.ts');
const STARTED = /"port":([0-9]+).*"event":"gateway_started"/;

export interface GatewayProcess {
  readonly port: number;
  /** The most memory that it has held at a time, in MiB. */
  peakMemory(): Promise<number>;
  /** The longest turn of its event loop since the last call, in milliseconds of CPU. */
  longestTurn(): Promise<number>;
  /** Bytes of JavaScript that are in use, once all garbage is collected. */
  bytesInUse(): Promise<number>;
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
    longestTurn: () => asked(child, 'turn'),
    bytesInUse: () => asked(child, 'memory'),
    output: () => output,
    end: async (signal) => {
      kill(child, signal);
      return await ended;
    },
  };
}

/** What its meter says. */
async function asked(child: ChildProcess, what: 'turn' | 'memory'): Promise<number> {
  const told = once(child, 'message') as Promise<[number]>;
  child.send(what);
  return (await told)[0];
}

function kill(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): void {
  if (child.exitCode === null) child.kill(signal);
}

/** A gateway as a process of its own, with its own snapshot server and directory, which go with it. */
export interface IsolatedGateway extends AsyncDisposable {
  readonly process: GatewayProcess;
  readonly port: number;
  readonly url: string;
}

/** Starts one, so that its memory and its event loop can be measured apart from the test's own. */
export async function startIsolatedGateway(
  fragments: Fragments,
  environment: Readonly<Record<string, string>> = {},
): Promise<IsolatedGateway> {
  await using starting = new AsyncDisposableStack();
  const directory = starting.use(await temporaryDirectory());
  const operator = await startSnapshotServer(snapshotOf(fragments));
  starting.defer(() => operator.close());
  const token = join(directory.path, 'token');
  await writeFile(token, 'secret');
  const process = await startGatewayProcess({
    AICP_DATA_DIR: directory.path,
    AICP_OPERATOR_URL: operator.url,
    AICP_TOKEN_FILE: token,
    AICP_DRAIN_SECONDS: '0',
    AICP_EGRESS_ALLOW: 'loopback',
    ...environment,
  });
  const running = starting.move();
  return {
    process,
    port: process.port,
    url: `http://127.0.0.1:${process.port}`,
    [Symbol.asyncDispose]: async () => {
      await process.end('SIGTERM');
      await running.disposeAsync();
    },
  };
}

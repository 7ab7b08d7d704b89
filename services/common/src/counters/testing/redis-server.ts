import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../http/testing/free-ports.ts';
import { watchCommands } from './watch-commands.ts';

/** The program of Redis or Valkey on this machine; undefined where there is none. Throws where AICP_REQUIRE_REDIS wants one. */
export function redisProgram(): string | undefined {
  const found = ['redis-server', 'valkey-server'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  );
  if (found === undefined && process.env['AICP_REQUIRE_REDIS']) {
    throw new Error(
      'AICP_REQUIRE_REDIS is set and there is no redis-server or valkey-server on the PATH',
    );
  }
  return found;
}

/** What Redis, Valkey and Sentinel write once they listen. */
const READY = /Ready to accept connections|Sentinel ID is|\+monitor /;
const MOST_STARTS = 3;

/** A server of its own, on a free port of this machine, that keeps nothing on disk. */
export class RedisServer {
  readonly port: number;
  readonly directory: string;
  private readonly program: string;
  private readonly options: readonly string[];
  private child: ChildProcess | undefined;

  private constructor(
    program: string,
    port: number,
    directory: string,
    options: readonly string[],
  ) {
    this.program = program;
    this.port = port;
    this.directory = directory;
    this.options = options;
  }

  /** `options`: of its command line, beyond where it listens and what it keeps; `PORT` in them is its port. */
  static async start(program: string, options: readonly string[] = []): Promise<RedisServer> {
    const directory = await mkdtemp(join(tmpdir(), 'aicp-redis-'));
    for (let attempt = 1; ; attempt += 1) {
      const server = new RedisServer(program, await freePort(), directory, options);
      try {
        await server.resume();
        return server;
      } catch (error) {
        // Somebody else may have taken the port meanwhile.
        if (attempt === MOST_STARTS) throw error;
      }
    }
  }

  get url(): string {
    return `redis://127.0.0.1:${String(this.port)}`;
  }

  /** Starts it where it was, empty; resolves when it takes connections. */
  async resume(): Promise<void> {
    const { port, directory } = this;
    const isTls = this.options.includes('--tls-port');
    const given = this.options.map((option) => (option === 'PORT' ? String(port) : option));
    const common = [
      '--port',
      isTls ? '0' : String(port),
      '--dir',
      directory,
      '--bind',
      '127.0.0.1',
    ];
    const isSentinel = this.options.includes('--sentinel');
    const own = isSentinel ? common : [...common, '--save', '', '--appendonly', 'no'];
    // A sentinel's options begin with its file.
    const all = isSentinel ? [...given, ...own] : [...own, ...given];
    const child = spawn(this.program, all, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.child = child;
    // That something answers at the port does not tell that it is this server.
    await saysReady(child, this.program);
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`${this.program} ended at its start`);
      await delay(5);
    }
  }

  /** What it answers to a command, as text; an error too. */
  async call(name: string, ...values: readonly string[]): Promise<string> {
    const client = new Redis(this.port, '127.0.0.1');
    const answer = await client.call(name, ...values).catch(String);
    client.disconnect();
    return String(answer);
  }

  /** Hears of each command from now on: when it came, in ms, and its words. Resolves with what ends that. */
  async watch(hear: (ms: number, words: readonly string[]) => void): Promise<Disposable> {
    return await watchCommands(this.port, hear);
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** Resolves when a server or sentinel that was just spawned says that it listens; rejects where it ends before. */
async function saysReady(child: ChildProcess, program: string): Promise<void> {
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    if (READY.test(said)) break;
  }
  if (!READY.test(said)) throw new Error(`${program} ended at its start: ${said.slice(-500)}`);
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

import type { Cluster, Redis } from 'ioredis';
import type { Script } from './scripts.ts';

/** What a script is given: text, or bytes as they are. */
type Value = string | Buffer;

/** A server that runs scripts. */
export interface Store {
  readonly isReady: boolean;
  /** Why it is not ready, in its own words; undefined where nothing is known. */
  readonly fault: string | undefined;
  /** Runs a script; rejects with what the server says, or with that the connection is gone. Replies come in the order of the calls. */
  run(script: Script, ...values: readonly Value[]): Promise<unknown>;
  /** The same of a script that answers bytes: a `Buffer`. */
  runForBytes(script: Script, ...values: readonly Value[]): Promise<unknown>;
  /** What the server does when its memory is full; undefined where it does not say. */
  evictionPolicy(): Promise<string | undefined>;
  /** Gives up the connection; a new one follows. */
  reconnect(): void;
  close(): void;
}

/** Redis or Valkey: one server, the master that sentinels name, or a cluster, of which one node has all keys. */
export class RedisStore implements Store {
  fault: string | undefined;
  private readonly client: Redis | Cluster;
  /** Its braces put all keys of one installation on one node of a cluster. */
  private readonly prefix: string;

  constructor(client: Redis | Cluster, installation: string) {
    this.client = client;
    this.prefix = `{aicp:${installation}}`;
    client.on('error', (error: Error) => {
      // What follows from an earlier fault says nothing of it.
      if (!error.message.startsWith("Stream isn't writeable")) this.fault = reasonOf(error);
    });
    client.on('ready', () => {
      this.fault = undefined;
    });
  }

  get isReady(): boolean {
    return this.client.status === 'ready';
  }

  run(script: Script, ...values: readonly Value[]): Promise<unknown> {
    const { client, prefix } = this;
    return orLoaded(
      () => client.evalsha(script.sha, 1, prefix, ...values),
      () => client.eval(script.lua, 1, prefix, ...values),
    );
  }

  runForBytes(script: Script, ...values: readonly Value[]): Promise<unknown> {
    const { client, prefix } = this;
    return orLoaded(
      () => client.callBuffer('evalsha', script.sha, 1, prefix, ...values),
      () => client.callBuffer('eval', script.lua, 1, prefix, ...values),
    );
  }

  async evictionPolicy(): Promise<string | undefined> {
    // A key in front, so that a cluster asks the node that has ours.
    const lua = `return redis.pcall('INFO', 'memory')`;
    const info = await this.client.eval(lua, 1, this.prefix);
    return /maxmemory_policy:(\S+)/.exec(String(info))?.[1];
  }

  reconnect(): void {
    if (this.isReady) this.client.disconnect(true);
  }

  close(): void {
    this.client.disconnect();
  }
}

/** A server that does not have the script yet has it afterwards. */
async function orLoaded(
  known: () => Promise<unknown>,
  loaded: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await known();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return await loaded();
  }
}

/** What the client says of commands whose connection went, in words about its own settings. */
const CUT = ['Reached the max retries per request limit', "Stream isn't writeable"];

/** An error of the client in words: those of the cause, where it only says that it failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const within = 'lastNodeError' in error ? error.lastNodeError : error.cause;
  if (within instanceof Error) return `${error.message}: ${reasonOf(within)}`;
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  if (error.message.startsWith('Unknown RESP type')) return 'what answers there is no Redis';
  if (CUT.some((words) => error.message.startsWith(words))) return 'the connection was lost';
  return error.message === '' ? error.name : error.message;
}

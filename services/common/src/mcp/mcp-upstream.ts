import {
  ProtocolError,
  SdkHttpError,
  type Client,
  type ClientCapabilities,
  type ServerCapabilities,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { isDeeperThan } from '../json/depth.ts';
import { askClient, type AskOptions } from './ask-client.ts';
import type { Clock } from '../time/clock.ts';
import { connectTo, whyBroken, type Way } from './connect-to.ts';
import { FailedClients } from './failed-clients.ts';
import { knownTools, MOST_LEVELS, type KnownTool, type ToolList } from './known-tools.ts';
import { heard, makeClient, unheard, type Answer, type Mode } from './upstream-client.ts';

export type { KnownTool } from './known-tools.ts';
export type { Answer } from './upstream-client.ts';

/** A server of tools, and the way to it. */
export interface UpstreamOptions extends Way {
  readonly clock: Clock;
  readonly limits?: UpstreamLimits | undefined;
  /** Hears what became of each list of its tools that was asked for. */
  readonly onListed?: ((outcome: ListOutcome) => void) | undefined;
}

/** The tools of a server, or why it did not say which they are. */
export type ListOutcome = ToolList | { readonly error: Error };

/** Milliseconds that a server has. */
export interface UpstreamLimits {
  readonly connectMs: number;
  /** For a page of a list. */
  readonly listMs: number;
}

/** What a server says of itself. */
export interface AboutServer {
  readonly capabilities: ServerCapabilities;
  readonly instructions: string | undefined;
}

const LIMITS: UpstreamLimits = { connectMs: 5_000, listMs: 5_000 };
const MOST_PAGES = 20;
const MOST_TOOLS = 1_000;
/** How long a list is taken for the present one. */
const FRESH_MS = 5_000;
/** How long a list is answered with while a newer one is fetched. */
const STALE_MS = 30_000;
/** How long nobody waits again for a server that failed. */
const DOWN_MS = 5_000;

const page = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().optional(),
});

/** Connections are kept by what their client can be asked, of which there are a few. */
const keyOf = (capabilities: ClientCapabilities): string => JSON.stringify(capabilities);

/**
 * One server of tools: a connection that is kept, in the newest version of the protocol that both speak, and its list of tools. Callers of 2025 who can be asked something have
 * connections of that version, one for each kind of them: it is told at the start of a connection what its client can be asked. A server of the older transport is connected to anew for each
 * request, so that none of its streams stays open.
 */
export class McpUpstream {
  private readonly options: UpstreamOptions;
  private readonly limits: UpstreamLimits;
  private readonly connections = new Map<string, Promise<Client>>();
  private readonly keys = new WeakMap<Client, string>();
  private readonly failing = new FailedClients();
  /** It has refused the version before, in which it could ask its callers. */
  private speaksNewOnly = false;
  private listed: (ToolList & { readonly at: number }) | undefined;
  private listing: Promise<ToolList> | undefined;
  private failed: { readonly error: Error; readonly at: number } | undefined;

  constructor(options: UpstreamOptions) {
    this.options = options;
    this.limits = options.limits ?? LIMITS;
  }

  /**
   * Asks the server. Rejects with its own ProtocolError where it answers one, with the signal's reason where nobody waits any more, and with the SDK's or the network's
   * error where there is no answer that can be taken: also one that is too deep.
   */
  async ask(method: string, params: Answer | undefined, options: AskOptions): Promise<Answer> {
    const answer = await this.askAgain(method, params, options);
    if (isDeeperThan(answer, MOST_LEVELS)) throw new AnswerTooDeep();
    return answer;
  }

  private async askAgain(
    method: string,
    params: Answer | undefined,
    options: AskOptions,
  ): Promise<Answer> {
    try {
      return await this.askOnce(method, params, options);
    } catch (error) {
      // A session that the server has forgotten: nothing was done.
      if (!(SdkHttpError.isInstance(error) && error.status === 404)) throw error;
      this.forgetAll();
      return await this.askOnce(method, params, options);
    }
  }

  private forgetAll(): void {
    for (const connecting of this.connections.values()) {
      connecting.then(
        (client) => {
          this.failing.fail(client);
        },
        // There is none to close.
        () => undefined,
      );
    }
    this.connections.clear();
    this.speaksNewOnly = false;
  }

  /** Its tools, not older than 30 s. Rejects where it cannot be asked, for some seconds without asking it again. */
  async tools(): Promise<readonly KnownTool[]> {
    return (await this.toolList()).tools;
  }

  /** The same, with what it lists and cannot be offered. */
  async toolList(): Promise<ToolList> {
    const { listed } = this;
    const age = listed ? this.now() - listed.at : Infinity;
    if (listed && age < FRESH_MS) return listed;
    if (this.failed && this.now() - this.failed.at < DOWN_MS && age >= STALE_MS) {
      throw this.failed.error;
    }
    const listing = this.list();
    if (!listed || age >= STALE_MS) return await listing;
    // Whoever asks after the stale list has ended hears why.
    listing.catch(() => undefined);
    return listed;
  }

  /** Its tools as it listed them last, however long ago: what a call goes by while the server cannot be asked. Undefined where it never listed any. */
  get lastTools(): readonly KnownTool[] | undefined {
    return this.listed?.tools;
  }

  /** What it says of itself. Rejects where it cannot be asked. */
  async about(): Promise<AboutServer> {
    const client = await this.client(undefined);
    const about = {
      capabilities: client.getServerCapabilities() ?? {},
      instructions: client.getInstructions(),
    };
    if (this.options.transport === 'sse') await client.close();
    return about;
  }

  /** Ends the connection; what is under way is answered that it has ended. */
  async close(): Promise<void> {
    const connections = [...this.connections.values()];
    this.connections.clear();
    await Promise.all(
      connections.map(async (connecting) => {
        const client = await connecting.catch(() => undefined);
        await client?.close();
      }),
    );
  }

  private async askOnce(
    method: string,
    params: Answer | undefined,
    options: AskOptions,
  ): Promise<Answer> {
    return await heard(options, async () => {
      const client = await this.client(options.asker?.capabilities);
      this.failing.begin(client);
      try {
        return await askClient(client, { method, ...(params ? { params } : {}) }, options);
      } catch (error) {
        if (ProtocolError.isInstance(error)) throw bounded(error);
        if (options.signal?.aborted !== true) this.drop(client);
        throw whyBroken(client) ?? error;
      } finally {
        if (this.options.transport === 'sse') await client.close();
        this.failing.end(client);
      }
    });
  }

  /** The connection for a caller who can be asked this; undefined: nothing. */
  private async client(asked: ClientCapabilities | undefined): Promise<Client> {
    if (this.options.transport === 'sse') return await this.connect(asked ?? {}, 'auto');
    const plain = await this.kept({}, 'auto');
    if (asked === undefined || Object.keys(asked).length === 0 || this.speaksNewOnly) return plain;
    try {
      return await this.kept(asked, 'legacy');
    } catch (error) {
      if (plain.getProtocolEra() === 'legacy') throw error;
      this.speaksNewOnly = true;
      return plain;
    }
  }

  private kept(capabilities: ClientCapabilities, mode: Mode): Promise<Client> {
    const key = keyOf(capabilities);
    const known = this.connections.get(key);
    if (known) return known;
    const connecting = unheard(async () => await this.connect(capabilities, mode));
    this.connections.set(key, connecting);
    connecting.catch(() => {
      if (this.connections.get(key) === connecting) this.connections.delete(key);
    });
    return connecting;
  }

  /** The next request connects anew. */
  private drop(client: Client): void {
    const key = this.keys.get(client);
    if (key !== undefined) this.connections.delete(key);
    this.speaksNewOnly = false;
    this.failing.fail(client);
  }

  private async connect(capabilities: ClientCapabilities, mode: Mode): Promise<Client> {
    const client = makeClient(capabilities, mode);
    this.keys.set(client, keyOf(capabilities));
    await connectTo(this.options, client, this.limits.connectMs);
    return client;
  }

  private list(): Promise<ToolList> {
    if (this.listing) return this.listing;
    const { onListed } = this.options;
    const listing = this.fetchTools()
      .then(
        (list) => {
          onListed?.(list);
          return list;
        },
        (error: unknown) => {
          this.failed = { error: asError(error), at: this.now() };
          onListed?.({ error: this.failed.error });
          throw error;
        },
      )
      .finally(() => {
        this.listing = undefined;
      });
    this.listing = listing;
    return listing;
  }

  private async fetchTools(): Promise<ToolList> {
    const all: unknown[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < MOST_PAGES && all.length < MOST_TOOLS; pages += 1) {
      const params = cursor === undefined ? undefined : { cursor };
      const answer = page.parse(
        await this.askAgain('tools/list', params, { timeoutMs: this.limits.listMs }),
      );
      all.push(...answer.tools.slice(0, MOST_TOOLS));
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
    }
    const list = knownTools(all.slice(0, MOST_TOOLS));
    this.listed = { ...list, at: this.now() };
    return list;
  }

  private now(): number {
    return this.options.clock.monotonic();
  }
}

/** An answer with lists and objects too deep within each other to be passed on. */
class AnswerTooDeep extends Error {
  override readonly name = 'AnswerTooDeep';

  constructor() {
    super(`The answer is deeper than ${MOST_LEVELS} levels.`);
  }
}

/** A server's own error; of one whose data is too deep, what it says. */
const bounded = (error: ProtocolError): ProtocolError =>
  isDeeperThan(error.data, MOST_LEVELS) ? new ProtocolError(error.code, error.message) : error;

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

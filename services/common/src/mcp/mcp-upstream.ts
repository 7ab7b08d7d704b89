import {
  Client,
  ProtocolError,
  SSEClientTransport,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Progress,
  type ServerCapabilities,
  type Transport,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { Clock } from '../time/clock.ts';
import { brokenAnswers, type Fetch } from './guarded-fetch.ts';
import { toolDigest, type ToolDefinition } from './tool-digest.ts';

/** A server of tools, and the way to it. */
export interface UpstreamOptions {
  readonly transport: 'streamable_http' | 'sse';
  readonly url: URL;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly limits?: UpstreamLimits | undefined;
  /** Hears what became of each list of its tools that was asked for. */
  readonly onListed?: ((outcome: ListOutcome) => void) | undefined;
}

/** The tools of a server, or why it did not say which they are. */
export type ListOutcome = { readonly tools: readonly KnownTool[] } | { readonly error: Error };

/** Milliseconds that a server has. */
export interface UpstreamLimits {
  readonly connectMs: number;
  /** For a page of a list. */
  readonly listMs: number;
}

export interface AskOptions {
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Whoever asks has gone. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A tool as its server says it now. */
export interface KnownTool {
  readonly definition: ToolDefinition;
  readonly digest: string;
}

/** What a server says of itself. */
export interface AboutServer {
  readonly capabilities: ServerCapabilities;
  readonly instructions: string | undefined;
}

export type Answer = Record<string, unknown>;

const CLIENT = { name: 'ai-control-plane', version: '0.1.0' };
const LIMITS: UpstreamLimits = { connectMs: 5_000, listMs: 5_000 };
const MOST_PAGES = 20;
const MOST_TOOLS = 1_000;
/** How long a list is taken for the present one. */
const FRESH_MS = 5_000;
/** How long a list is answered with while a newer one is fetched. */
const STALE_MS = 30_000;
/** How long nobody waits again for a server that failed. */
const DOWN_MS = 5_000;

const anything = z.looseObject({});
const page = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string().min(1).max(128) })),
  nextCursor: z.string().optional(),
});

/** The SDK gives this up for us: what it can be asked of a client that asks for somebody else. */
const makeClient = (): Client =>
  new Client(CLIENT, {
    versionNegotiation: { mode: 'auto' },
    inputRequired: { autoFulfill: false },
  });

/**
 * One server of tools: a connection that is kept, in the newest version of the protocol that both speak, and its list of tools. A server of the older transport is
 * connected to anew for each request, so that none of its streams stays open.
 */
export class McpUpstream {
  private readonly options: UpstreamOptions;
  private readonly limits: UpstreamLimits;
  private connecting: Promise<Client> | undefined;
  private listed: { readonly tools: readonly KnownTool[]; readonly at: number } | undefined;
  private listing: Promise<readonly KnownTool[]> | undefined;
  private failed: { readonly error: Error; readonly at: number } | undefined;

  constructor(options: UpstreamOptions) {
    this.options = options;
    this.limits = options.limits ?? LIMITS;
  }

  /**
   * Asks the server. Rejects with its own ProtocolError where it answers one, with the signal's reason where nobody waits any more, and with the SDK's or the network's
   * error where there is no answer that can be taken.
   */
  async ask(method: string, params: Answer | undefined, options: AskOptions): Promise<Answer> {
    try {
      return await this.askOnce(method, params, options);
    } catch (error) {
      // A session that the server has forgotten: nothing was done.
      if (!(SdkHttpError.isInstance(error) && error.status === 404)) throw error;
      this.connecting = undefined;
      return await this.askOnce(method, params, options);
    }
  }

  /** Its tools, not older than 30 s. Rejects where it cannot be asked, for some seconds without asking it again. */
  async tools(): Promise<readonly KnownTool[]> {
    const { listed } = this;
    const age = listed ? this.now() - listed.at : Infinity;
    if (listed && age < FRESH_MS) return listed.tools;
    if (this.failed && this.now() - this.failed.at < DOWN_MS && age >= STALE_MS) {
      throw this.failed.error;
    }
    const listing = this.list();
    if (!listed || age >= STALE_MS) return await listing;
    // Whoever asks after the stale list has ended hears why.
    listing.catch(() => undefined);
    return listed.tools;
  }

  /** What it says of itself. Rejects where it cannot be asked. */
  async about(): Promise<AboutServer> {
    const client = await this.client();
    const about = {
      capabilities: client.getServerCapabilities() ?? {},
      instructions: client.getInstructions(),
    };
    if (this.options.transport === 'sse') await client.close();
    return about;
  }

  /** Ends the connection; what is under way is answered that it has ended. */
  async close(): Promise<void> {
    const client = await this.connecting?.catch(() => undefined);
    this.connecting = undefined;
    await client?.close();
  }

  private async askOnce(
    method: string,
    params: Answer | undefined,
    { timeoutMs, signal, onProgress }: AskOptions,
  ): Promise<Answer> {
    const client = await this.client();
    const broken = new AbortController();
    const request = { method, ...(params ? { params } : {}) };
    const options = {
      timeout: timeoutMs,
      maxTotalTimeout: timeoutMs,
      signal: signal ? AbortSignal.any([signal, broken.signal]) : broken.signal,
      allowInputRequired: true,
      ...(onProgress ? { onprogress: onProgress } : {}),
    };
    const onBroken = (why: Error): void => {
      broken.abort(why);
    };
    try {
      return await brokenAnswers.run(onBroken, () => client.request(request, anything, options));
    } catch (error) {
      if (!ProtocolError.isInstance(error) && signal?.aborted !== true) this.connecting = undefined;
      throw error;
    } finally {
      if (this.options.transport === 'sse') await client.close();
    }
  }

  private client(): Promise<Client> {
    if (this.options.transport === 'sse') return this.connect();
    if (this.connecting) return this.connecting;
    const connecting = this.connect();
    this.connecting = connecting;
    connecting.catch(() => {
      if (this.connecting === connecting) this.connecting = undefined;
    });
    return connecting;
  }

  private async connect(): Promise<Client> {
    const client = makeClient();
    await client.connect(this.transport(), { timeout: this.limits.connectMs });
    return client;
  }

  private transport(): Transport {
    const { transport, url, fetch } = this.options;
    return transport === 'sse'
      ? // Servers of 2024 speak nothing else.
        // eslint-disable-next-line @typescript-eslint/no-deprecated
        new SSEClientTransport(url, { fetch, eventSourceInit: { fetch } })
      : new StreamableHTTPClientTransport(url, { fetch });
  }

  private list(): Promise<readonly KnownTool[]> {
    if (this.listing) return this.listing;
    const { onListed } = this.options;
    const listing = this.fetchTools()
      .then(
        (tools) => {
          onListed?.({ tools });
          return tools;
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

  private async fetchTools(): Promise<readonly KnownTool[]> {
    const tools: KnownTool[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < MOST_PAGES && tools.length < MOST_TOOLS; pages += 1) {
      const params = cursor === undefined ? undefined : { cursor };
      const answer = page.parse(
        await this.ask('tools/list', params, { timeoutMs: this.limits.listMs }),
      );
      tools.push(...answer.tools.map((tool) => ({ definition: tool, digest: toolDigest(tool) })));
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
    }
    const kept = tools.slice(0, MOST_TOOLS);
    this.listed = { tools: kept, at: this.now() };
    return kept;
  }

  private now(): number {
    return this.options.clock.monotonic();
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

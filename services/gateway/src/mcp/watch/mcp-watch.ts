import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import type { Logger } from '@aicp/common/log/logger';
import type { McpHost } from '@aicp/common/mcp/mcp-host';
import type { LeftOutTool } from '@aicp/common/mcp/known-tools';
import type { ListOutcome } from '@aicp/common/mcp/mcp-upstream';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { MOST_REPORTED, type McpServerReport } from '@aicp/contracts/poll/health-report';
import type { McpServers } from '../servers/mcp-servers.ts';
import { identityOf, Upstreams, type OnListed } from '../upstreams.ts';
import { WatchedServer } from './watched-server.ts';

/** Between two looks at who is to be asked. */
const LOOK_MS = 1_000;
/** How long after it was heard of a server is asked again: sooner where it could not be asked. About so long, so that replicas do not ask at once. */
const AGAIN_MS = { well: 60_000, ill: 15_000 };
const SPREAD = 0.2;
/** So many are asked at a time: one that is silent holds up no other. */
const MOST_AT_ONCE = 16;
/** So many tools that cannot be offered stand in one line of the log. */
const MOST_NOTED = 10;

export interface McpWatchOptions {
  readonly egress: ProviderEgress;
  /** Runs servers of type stdio; undefined: they have no tools. */
  readonly host?: McpHost | undefined;
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * What this replica sees of the MCP servers: whether they list their tools, and which tools are not as they were approved. Each is asked about once a minute; what
 * requests see of it counts as well. What speaks MCP is loaded with the first server, or the first request for one.
 */
export class McpWatch {
  private readonly options: McpWatchOptions;
  private readonly looks: BackgroundLoop;
  private servers: McpServers = new Map();
  private watched = new Map<string, WatchedServer>();
  private readonly asking = new Map<WatchedServer, Promise<void>>();
  private opening: Promise<Upstreams> | undefined;
  private hasStopped = false;
  private tell: () => void = () => undefined;

  constructor(options: McpWatchOptions) {
    this.options = options;
    this.looks = new BackgroundLoop({
      work: () => this.look(),
      everyMs: LOOK_MS,
      clock: options.clock,
      onFailure: (error) => {
        options.log.error({ err: error }, 'mcp_look_failed');
      },
    });
  }

  /** The connections that looks and requests share. Rejects where what speaks MCP cannot be loaded. */
  upstreams(): Promise<Upstreams> {
    this.opening ??= this.open();
    return this.opening;
  }

  /** Has `listener` called when there is another thing to report. Set once. */
  onChange(listener: () => void): void {
    this.tell = listener;
  }

  /** Takes the servers of a snapshot. One that is the same as before stands as it stood; another one is asked at once. */
  take(servers: McpServers): void {
    const before = this.textOf();
    const now = this.options.clock.monotonic();
    const watched = [...servers.values()].slice(0, MOST_REPORTED.mcpServers).map((server) => {
      const identity = identityOf(server);
      const known = this.watched.get(server.id);
      if (known?.identity !== identity) return new WatchedServer(server, { identity, dueAt: now });
      known.isNow(server);
      return known;
    });
    this.servers = servers;
    this.watched = new Map(watched.map((one) => [one.server.id, one]));
    if (this.textOf() !== before) this.tell();
  }

  /** Begins to ask. */
  start(): void {
    this.looks.start();
  }

  /** Ends every connection. */
  async stop(): Promise<void> {
    this.hasStopped = true;
    await this.looks.stop();
    const upstreams = await this.opening?.catch(() => undefined);
    await upstreams?.close();
    await Promise.all(this.asking.values());
  }

  /** What was seen of each server that was asked. */
  report(): McpServerReport[] {
    return [...this.watched.values()].flatMap((one) => one.report() ?? []);
  }

  private async open(): Promise<Upstreams> {
    const { egress, host, clock } = this.options;
    try {
      const { UpstreamWays } = await import('@aicp/common/mcp/upstream-ways');
      return new Upstreams(new UpstreamWays({ egress, host, clock }), this.heard);
    } catch (error) {
      this.opening = undefined;
      throw error;
    }
  }

  private async look(): Promise<void> {
    const now = this.options.clock.monotonic();
    const due = [...this.watched.values()]
      .filter((one) => one.dueAt <= now && !this.asking.has(one))
      .slice(0, MOST_AT_ONCE - this.asking.size);
    if (due.length === 0) return;
    const upstreams = await this.upstreams();
    upstreams.keepOnly(this.servers);
    for (const one of due) {
      const asking = this.ask(one, upstreams).finally(() => this.asking.delete(one));
      this.asking.set(one, asking);
    }
  }

  /** Asks for the tools of a server; `heard` is told what comes of it. */
  private async ask(one: WatchedServer, upstreams: Upstreams): Promise<void> {
    // A list that somebody has just asked for is no older.
    one.dueAt = this.after(AGAIN_MS.ill);
    try {
      await upstreams.of(one.server).tools();
    } catch (error) {
      const { id } = one.server;
      this.options.log.debug({ err: error, server: id }, 'mcp_server_asked_in_vain');
    }
  }

  private readonly heard: OnListed = ({ id, identity }, outcome) => {
    const one = this.watched.get(id);
    // What ends with the gateway, or is of an older address, says nothing of the server.
    if (this.hasStopped || one?.identity !== identity) return;
    this.noteLeftOut(id, one.newlyLeftOut(outcome));
    const before = one.report();
    one.heard(outcome, new Date(this.options.clock.now()).toISOString());
    one.dueAt = this.after('error' in outcome ? AGAIN_MS.ill : AGAIN_MS.well);
    if (JSON.stringify(before) === JSON.stringify(one.report())) return;
    this.note(one, before, outcome);
    this.tell();
  };

  private noteLeftOut(server: string, leftOut: readonly LeftOutTool[] = []): void {
    if (leftOut.length === 0) return;
    const tools = leftOut.slice(0, MOST_NOTED);
    this.options.log.warn({ server, count: leftOut.length, tools }, 'mcp_tools_left_out');
  }

  /** Whoever runs the installation reads in the log what its conditions have no room for. */
  private note(
    one: WatchedServer,
    before: McpServerReport | undefined,
    outcome: ListOutcome,
  ): void {
    const { log } = this.options;
    const server = one.server.id;
    if ('error' in outcome) log.warn({ err: outcome.error, server }, 'mcp_server_unreachable');
    else if (before?.reachable === false) log.info({ server }, 'mcp_server_reachable');
    const tools = one.changed() ?? [];
    if (tools.length === 0 || tools.join() === before?.changed?.join()) return;
    log.warn({ server, tools }, 'mcp_tools_changed');
  }

  private after(ms: number): number {
    const { clock, random } = this.options;
    return clock.monotonic() + ms * (1 + SPREAD * (random() - 0.5));
  }

  private textOf(): string {
    return JSON.stringify(this.report());
  }
}

import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { McpCommandFragment } from '@aicp/contracts/snapshot/sections/mcp-servers';
import { signalGroup } from '../child/end-processes.ts';
import type { ProgramRecords } from '../child/program-records.ts';
import { listProcesses, processesOf } from '../child/process-table.ts';
import { HostedServer, type ServerStanding } from './hosted-server.ts';
import type { ProgramBounds } from './program-bounds.ts';

const WATCH_MS = 1_000;

export interface HostedServersOptions {
  /** Below it each program has a directory of its own. */
  readonly directory: string;
  readonly path: string;
  readonly bounds: ProgramBounds;
  readonly records: ProgramRecords;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
}

interface Kept {
  readonly server: HostedServer;
  /** Changes with everything that the program is started with. */
  readonly identity: string;
}

/** The programs of a snapshot. */
export class HostedServers {
  private readonly options: HostedServersOptions;
  private readonly watch: BackgroundLoop;
  private readonly leaving = new Set<Promise<void>>();
  private kept: ReadonlyMap<string, Kept> = new Map();

  constructor(options: HostedServersOptions) {
    this.options = options;
    const { clock, log } = options;
    this.watch = new BackgroundLoop({
      work: () => this.look(),
      everyMs: WATCH_MS,
      clock,
      onFailure: (error, failures) => {
        if (failures === 10) log.warn({ err: error }, 'mcp_servers_not_watched');
      },
    });
    this.watch.start();
  }

  /** How each program stands, by its id. */
  get standings(): ReadonlyMap<string, ServerStanding> {
    return new Map([...this.kept].map(([id, { server }]) => [id, server.standing]));
  }

  /** The program of an MCPServer; undefined where this host has none of that name. */
  of(id: string): HostedServer | undefined {
    return this.kept.get(id)?.server;
  }

  /** Runs exactly these from now on; one that is as it was goes on. */
  take(commands: readonly McpCommandFragment[]): void {
    const sorted = [...commands].sort((one, other) => (one.id < other.id ? -1 : 1));
    const { bounds, log } = this.options;
    const beyond = sorted.slice(bounds.servers).map(({ id }) => id);
    if (beyond.length > 0) {
      log.warn({ servers: beyond, most: bounds.servers }, 'mcp_servers_beyond_bound');
    }
    const wanted = new Map(sorted.slice(0, bounds.servers).map((one) => [one.id, one]));
    for (const [id, { server, identity }] of this.kept) {
      const command = wanted.get(id);
      if (command && identityOf(command) === identity) continue;
      this.leave(server);
    }
    this.kept = new Map([...wanted].map(([id, command]) => [id, this.keptOf(command)]));
  }

  /** Ends all programs. */
  async stop(): Promise<void> {
    await this.watch.stop();
    this.take([]);
    await Promise.all(this.leaving);
  }

  /** Ends all programs at once, without waiting. */
  abandon(): void {
    for (const { server } of this.kept.values()) {
      if (server.pid !== null) signalGroup(server.pid, 'SIGKILL');
    }
  }

  private keptOf(command: McpCommandFragment): Kept {
    const identity = identityOf(command);
    const known = this.kept.get(command.id);
    if (known?.identity === identity) return known;
    const { directory, ...parts } = this.options;
    const own = join(directory, `${command.id}-${identity.slice(0, 12)}`);
    const server = new HostedServer({ ...parts, command, directory: own });
    server.start();
    return { server, identity };
  }

  private leave(server: HostedServer): void {
    const { log } = this.options;
    const leaving = server
      .stop()
      .catch((error: unknown) => {
        log.warn({ err: error, server: server.id }, 'mcp_server_not_ended');
      })
      .finally(() => this.leaving.delete(leaving));
    this.leaving.add(leaving);
  }

  /** Ends programs that take more than they may. */
  private async look(): Promise<void> {
    if (this.kept.size === 0) return;
    const all = await listProcesses();
    for (const { server } of this.kept.values()) {
      const { pid } = server;
      if (pid === null) continue;
      const why = this.excessOf(processesOf(pid, all));
      if (why !== undefined) server.fail(why);
    }
  }

  private excessOf(own: ReturnType<typeof processesOf>): string | undefined {
    const { memoryBytes, processes } = this.options.bounds;
    if (own.length > processes) return `it had ${own.length} processes, of ${processes} at most`;
    const held = own.reduce((sum, { residentBytes }) => sum + residentBytes, 0);
    if (held <= memoryBytes) return undefined;
    return `it held ${mib(held)} MiB of memory, of ${mib(memoryBytes)} at most`;
  }
}

const mib = (bytes: number): number => Math.round(bytes / 1_048_576);

const identityOf = ({ source, command, args, env }: McpCommandFragment): string =>
  hash('sha256', JSON.stringify([source.uid, command, args, env]));

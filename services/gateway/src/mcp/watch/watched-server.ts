import { mcpFaultOf } from '@aicp/common/mcp/mcp-fault';
import type { KnownTool, LeftOutTool } from '@aicp/common/mcp/known-tools';
import type { ListOutcome } from '@aicp/common/mcp/mcp-upstream';
import {
  MOST_CHANGED,
  type McpFault,
  type McpServerReport,
} from '@aicp/contracts/poll/health-report';
import type { McpServer } from '../servers/mcp-servers.ts';

interface State {
  readonly reachable: boolean;
  /** RFC 3339. */
  readonly since: string;
  readonly fault: McpFault | undefined;
}

/** What this replica has seen of one server, as long as it is the same one at the same address. */
export class WatchedServer {
  readonly identity: string;
  /** When it is asked next, by the monotonic clock, ms. */
  dueAt: number;
  /** As the newest snapshot has it. */
  server: McpServer;
  private state: State | undefined;
  private tools: readonly KnownTool[] | undefined;
  private leftOut: readonly LeftOutTool[] = [];

  constructor(server: McpServer, of: { readonly identity: string; readonly dueAt: number }) {
    this.server = server;
    this.identity = of.identity;
    this.dueAt = of.dueAt;
  }

  /** Takes the server as a newer snapshot has it: what is approved may be another. */
  isNow(server: McpServer): void {
    this.server = server;
  }

  /** The tools of a new list that cannot be offered; undefined where they are those of the list before, or none. */
  newlyLeftOut(outcome: ListOutcome): readonly LeftOutTool[] | undefined {
    if ('error' in outcome) return undefined;
    const { leftOut } = outcome;
    const isSame = JSON.stringify(leftOut) === JSON.stringify(this.leftOut);
    this.leftOut = leftOut;
    return isSame || leftOut.length === 0 ? undefined : leftOut;
  }

  /** Takes what became of a list of its tools; `at` is RFC 3339. */
  heard(outcome: ListOutcome, at: string): void {
    const isHosted = this.server.transport === 'stdio';
    const fault = 'error' in outcome ? mcpFaultOf(outcome.error, { isHosted }) : undefined;
    const reachable = fault === undefined;
    const since = this.state?.reachable === reachable ? this.state.since : at;
    this.state = { reachable, since, fault };
    if ('tools' in outcome) this.tools = outcome.tools;
  }

  /** The tools that are not as they were approved; undefined while its tools were never listed. */
  changed(): string[] | undefined {
    const { tools } = this;
    if (!tools) return undefined;
    const approved = new Map(this.server.tools.map(({ name, digest }) => [name, digest]));
    return tools
      .filter(({ definition, digest }) => (approved.get(definition.name) ?? digest) !== digest)
      .map(({ definition }) => definition.name)
      .sort()
      .slice(0, MOST_CHANGED);
  }

  /** What there is to say of it; undefined before it was asked. */
  report(): McpServerReport | undefined {
    if (!this.state) return undefined;
    const { name, uid } = this.server.source;
    const { reachable, since, fault } = this.state;
    const changed = this.changed();
    return {
      ...{ name, uid, reachable, since },
      ...(fault === undefined ? {} : { fault }),
      ...(changed === undefined ? {} : { changed }),
    };
  }
}

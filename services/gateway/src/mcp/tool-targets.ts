import { callTarget, type CallTarget } from '../calls/call-target.ts';
import type { McpServer } from './servers/mcp-servers.ts';

/** What limits, budgets and records know of the tools of each server, made once for a snapshot. */
const TARGETS = new WeakMap<McpServer, Map<string | undefined, CallTarget>>();

/** A tool of a server, with its terms; without a name, what else the server is asked for. */
export function targetOf(server: McpServer, tool?: string): CallTarget {
  const known = TARGETS.get(server) ?? new Map<string | undefined, CallTarget>();
  TARGETS.set(server, known);
  const target = known.get(tool) ?? makeTarget(server, tool);
  known.set(tool, target);
  return target;
}

function makeTarget({ id, organization, tools }: McpServer, name: string | undefined): CallTarget {
  const terms = tools.find((one) => one.name === name);
  return callTarget({
    server: `mcp:${id}`,
    name,
    organization,
    rpmLimit: terms?.rpmLimit,
    ...(terms?.priceNanoUsd === undefined ? {} : { priceNanoUsd: BigInt(terms.priceNanoUsd) }),
  });
}

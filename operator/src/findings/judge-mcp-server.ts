import type { FoundCondition } from '@aicp/contracts/poll/findings-report';
import type { McpServerReport } from '@aicp/contracts/poll/health-report';
import type { REACHABLE_REASONS, TOOLS_CHANGED_REASONS } from '@aicp/crds/reasons/mcp-reasons';

/** What gateways say of one server, each of them once. */
export type ServerReports = readonly [McpServerReport, ...McpServerReport[]];

/** So many tools a message names. */
const MOST_NAMED = 10;

const UNKNOWN = {
  NotReported:
    'no gateway has said anything of it for three minutes, or since it was made: look at the pods and the log of the gateways',
  NotInService: 'no gateway can ask it as it is: Accepted and Programmed say why',
} as const;

/** The conditions of a server, by its name and what gateways say of it, or why none does. */
export function conditionsOf(
  name: string,
  said: ServerReports | keyof typeof UNKNOWN,
): FoundCondition[] {
  if (typeof said === 'string') {
    const unknown = { status: 'Unknown', reason: said, message: UNKNOWN[said] } as const;
    return [
      { type: 'Reachable', ...unknown },
      { type: 'ToolsChanged', ...unknown },
    ];
  }
  return [reachable(said), toolsChanged(name, said)];
}

const reachableIs = (
  status: FoundCondition['status'],
  reason: keyof typeof REACHABLE_REASONS,
  message: string,
): FoundCondition => ({ type: 'Reachable', status, reason, message });

/** True where every gateway that says anything reaches it: a client does not choose which one it is sent to. */
function reachable(reports: ServerReports): FoundCondition {
  const failing = reports.filter((report) => !report.reachable);
  if (failing.length === 0) {
    return reachableIs('True', 'Answers', 'every gateway that reports gets the list of its tools');
  }
  const why = faultsOf(failing);
  const since = failing.map((report) => report.since).sort();
  if (failing.length === reports.length) {
    const message = `no gateway has got the list of its tools since ${since.at(-1) ?? ''}${why}: its tools are out of service until it answers`;
    return reachableIs('False', 'Unreachable', message);
  }
  const verb = failing.length === 1 ? 'has' : 'have';
  const message = `${failing.length} of ${reports.length} gateways ${verb} not got the list of its tools since ${since[0] ?? ''}${why}: its tools are missing for clients of ${failing.length === 1 ? 'that one' : 'those'}`;
  return reachableIs('False', 'PartlyReachable', message);
}

const faultsOf = (failing: readonly McpServerReport[]): string => {
  const faults = new Set(failing.flatMap(({ fault }) => (fault === undefined ? [] : [fault])));
  return faults.size === 0 ? '' : ` (${[...faults].sort().join('; ')})`;
};

const toolsChangedIs = (
  status: FoundCondition['status'],
  reason: keyof typeof TOOLS_CHANGED_REASONS,
  message: string,
): FoundCondition => ({ type: 'ToolsChanged', status, reason, message });

/** True as soon as one gateway has seen another definition than the approved one, since it is the newer one that counts. */
function toolsChanged(server: string, reports: ServerReports): FoundCondition {
  const lists = reports.flatMap(({ changed }) => (changed ? [changed] : []));
  if (lists.length === 0) {
    return toolsChangedIs('Unknown', 'NeverListed', 'no gateway has got the list of its tools yet');
  }
  const changed = [...new Set(lists.flat())].sort();
  if (changed.length === 0) {
    const message = 'every tool that has a digest in spec.tools is as it was approved';
    return toolsChangedIs('False', 'AsApproved', message);
  }
  const names = changed.slice(0, MOST_NAMED).join(', ');
  const more = changed.length > MOST_NAMED ? ` and ${changed.length - MOST_NAMED} more` : '';
  const message = `of ${names}${more} the definition is not the approved one any more, so that nobody may use it: look at it, and approve it by POST /api/v1/mcp-servers/${server}/tools/{tool}/approve, or write its digest into spec.tools`;
  return toolsChangedIs('True', 'WaitsForApproval', message);
}

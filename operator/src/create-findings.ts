import type { Caches } from './control/caches.ts';
import { storedStatus, type Condition } from './control/status.ts';
import type { Reconciler } from './reconcile.ts';
import type { AckBook } from './snapshot/acks/ack-book.ts';
import { knownReplicas } from './snapshot/acks/replicas.ts';
import { failoverFindings } from './findings/failover-findings.ts';
import { McpFindings } from './findings/mcp-findings.ts';
import {
  chosenFindings,
  ReportedFindings,
  type FindingSource,
  type ReportedFindingsOptions,
} from './findings/reported-findings.ts';

/** Nothing acts on the object: no MCP host is there that runs its command. */
const isOnNothing = ({ type, reason }: Condition): boolean =>
  type === 'Programmed' && reason === 'NotEnforced';

/** What is found out of objects: by the admin service, of failover rules and MCP servers by the gateways, and of workflows by the engine. */
export function createFindings(
  options: Omit<ReportedFindingsOptions, 'sources' | 'objects' | 'object'> & {
    readonly acks: AckBook;
    readonly caches: Caches;
    /** Knows what all objects came to; asked for once all parts are there. */
    readonly reconciler: () => Pick<Reconciler, 'fragments'>;
  },
): ReportedFindings {
  const { acks, caches, clock, reconciler } = options;
  const objects = () => caches.sources();
  const object = (kind: string, name: string) => caches.object(kind, name);
  const gateways = () => knownReplicas(caches.slices()).get('gateway') ?? new Set();
  const ofAdmin: FindingSource = {
    kinds: ['SLADefinition', 'ABTest', 'EventSubscription'],
    findings: () => {
      const known = knownReplicas(caches.slices()).get('admin') ?? new Set();
      return chosenFindings({ known, reports: acks.of('admin') });
    },
  };
  const ofGateways: FindingSource = {
    kinds: ['FailoverRule'],
    findings: () => failoverFindings({ known: gateways(), reports: acks.of('gateway') }),
  };
  const ofMcpServers = new McpFindings({
    clock,
    reports: () => {
      const known = gateways();
      return [...acks.of('gateway')].flatMap(([replica, { health }]) =>
        health && known.has(replica) ? [health] : [],
      );
    },
    isLeftOut: (uid, { metadata, status }) => {
      const { observedGeneration, conditions } = storedStatus(status);
      if (observedGeneration !== metadata.generation) return false;
      const isTold = reconciler().fragments?.get('mcp-servers')?.has(uid) !== false;
      return !isTold || conditions.some(isOnNothing);
    },
    objects,
    object,
  });
  const ofEngines: FindingSource = {
    kinds: ['WorkflowTemplate'],
    figuresMs: 60_000,
    findings: () => {
      const known = knownReplicas(caches.slices()).get('workflow') ?? new Set();
      return chosenFindings({ known, reports: acks.of('workflow') });
    },
  };
  const sources = [ofAdmin, ofEngines, ofGateways, ofMcpServers];
  return new ReportedFindings({ ...options, sources, objects, object });
}

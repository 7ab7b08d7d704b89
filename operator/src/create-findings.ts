import type { Caches } from './control/caches.ts';
import type { AckBook } from './snapshot/acks/ack-book.ts';
import { knownReplicas } from './snapshot/acks/replicas.ts';
import { failoverFindings } from './findings/failover-findings.ts';
import {
  chosenFindings,
  ReportedFindings,
  type FindingSource,
  type ReportedFindingsOptions,
} from './findings/reported-findings.ts';

/** What is found out of objects: by the admin service, and of failover rules by the gateways. */
export function createFindings(
  options: Omit<ReportedFindingsOptions, 'sources' | 'objects' | 'object'> & {
    readonly acks: AckBook;
    readonly caches: Caches;
  },
): ReportedFindings {
  const { acks, caches } = options;
  const ofAdmin: FindingSource = {
    kinds: ['SLADefinition', 'ABTest', 'EventSubscription'],
    findings: () => {
      const known = knownReplicas(caches.slices()).get('admin') ?? new Set();
      return chosenFindings({ known, reports: acks.of('admin') });
    },
  };
  const ofGateways: FindingSource = {
    kinds: ['FailoverRule'],
    findings: () => {
      const known = knownReplicas(caches.slices()).get('gateway') ?? new Set();
      return failoverFindings({ known, reports: acks.of('gateway') });
    },
  };
  return new ReportedFindings({
    ...options,
    sources: [ofAdmin, ofGateways],
    objects: () => caches.sources(),
    object: (kind, name) => caches.object(kind, name),
  });
}

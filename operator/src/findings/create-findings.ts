import type { Caches } from '../control/caches.ts';
import type { AckBook } from '../snapshot/acks/ack-book.ts';
import { knownReplicas } from '../snapshot/acks/replicas.ts';
import {
  chosenFindings,
  ReportedFindings,
  type FindingSource,
  type ReportedFindingsOptions,
} from './reported-findings.ts';

/** What is found out of objects: by the admin service. */
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
  return new ReportedFindings({
    ...options,
    sources: [ofAdmin],
    objects: () => caches.sources(),
    object: (kind, name) => caches.object(kind, name),
  });
}

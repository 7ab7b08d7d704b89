import type { SpendReport } from '@aicp/contracts/poll/spend-report';
import { steadyReport } from '../snapshot/acks/steady-report.ts';

/** What the replicas of the budget service are, and say. */
export interface SpendReports {
  readonly isInstalled: boolean;
  /** Names of all replicas; nobody else is heard. */
  readonly known: ReadonlySet<string>;
  /** The newest report of each that was heard of late, by its name. */
  readonly reports: ReadonlyMap<string, { readonly spend?: SpendReport | undefined }>;
  /** How long the oldest fact has waited, seconds, of each gateway that says so. */
  readonly gatewayLags: readonly number[];
}

/** The spend to go by: so figures do not go back and forth between two replicas. */
export const chosenReport = ({
  known,
  reports,
}: Pick<SpendReports, 'known' | 'reports'>): SpendReport | undefined =>
  steadyReport(
    known,
    [...reports].map(([replica, { spend }]) => [replica, spend] as const),
  );

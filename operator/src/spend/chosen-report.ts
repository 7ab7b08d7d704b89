import type { SpendReport } from '@aicp/contracts/poll/spend-report';

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

/** Reports that were made so shortly after one another are as good, ms. */
const AS_GOOD_MS = 5_000;

/** The report to go by: of those that are as good as the newest, that of the first replica by name, so that figures do not go back and forth between two. */
export function chosenReport({
  known,
  reports,
}: Pick<SpendReports, 'known' | 'reports'>): SpendReport | undefined {
  const heard = [...reports]
    .flatMap(([replica, { spend }]) =>
      spend && known.has(replica) ? [{ replica, spend, at: Date.parse(spend.at) }] : [],
    )
    .sort((a, b) => (a.replica < b.replica ? -1 : 1));
  const newest = Math.max(...heard.map(({ at }) => at));
  return heard.find(({ at }) => newest - at <= AS_GOOD_MS)?.spend;
}

import type { Database } from '@aicp/common/database/open-database';
import type { TrialResults } from './trial-results.ts';

/** What is known of one A/B test. */
export interface AbtestResultTable {
  readonly uid: string;
  readonly name: string;
  readonly at: Date;
  readonly split_percent: number;
  /** Since when the split is what it is, as far as was seen. */
  readonly split_since: Date;
  readonly results: TrialResults;
  /** What was recommended where the state is kept elsewhere; null: nothing yet. */
  readonly recommended: string | null;
}

export interface AbtestTables {
  readonly abtest_result: AbtestResultTable;
}

export type AbtestDatabase = Pick<Database<AbtestTables>, 'kysely' | 'migrated'>;

import type { Generated } from 'kysely';
import type { FoundCondition, FoundKind } from '@aicp/contracts/poll/findings-report';

/** What was found out of one object. */
export interface FindingTable {
  readonly uid: string;
  readonly kind: FoundKind;
  readonly name: string;
  readonly conditions: readonly FoundCondition[];
  readonly observed: Readonly<Record<string, string | number | boolean>>;
  /** By the database's clock. */
  readonly found_at: Generated<Date>;
}

/** Which replica has a duty, and until when it need not ask again. */
export interface LeaderTable {
  readonly duty: string;
  readonly replica: string;
  readonly until: Date;
}

export interface FindingTables {
  readonly finding: FindingTable;
  readonly leader: LeaderTable;
}

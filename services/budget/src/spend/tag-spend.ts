import type { Period } from '@aicp/contracts/spend/money-window';
import type { LedgerDatabase } from '@aicp/ledger/database/tables';

/** What requests with a tag cost. */
export interface TagCost {
  /** '' for requests of no organization. */
  readonly organization: string;
  /** `name=value`. */
  readonly tag: string;
  readonly costNano: bigint;
  /** What of that organizations paid for their own Providers. */
  readonly ownCostNano: bigint;
}

/** Reads what was spent by tag. */
export class TagSpend {
  private readonly database: Pick<LedgerDatabase, 'kysely'>;

  constructor(database: Pick<LedgerDatabase, 'kysely'>) {
    this.database = database;
  }

  /** What was spent in a period that begins and ends with a quarter-hour (UTC), by every tag. */
  async within({ startsMs, endsMs }: Period): Promise<TagCost[]> {
    const rows = await this.database.kysely
      .selectFrom('tag_quarter')
      .innerJoin('tag', 'tag.id', 'tag_quarter.tag')
      .select(({ fn }) => [
        'organization',
        'name',
        'value',
        fn.sum('cost_nano').as('cost'),
        fn.sum('own_cost_nano').as('own'),
      ])
      .where('starts', '>=', new Date(startsMs))
      .where('starts', '<', new Date(endsMs))
      .groupBy(['organization', 'name', 'value'])
      .execute();
    return rows.map(({ organization, name, value, cost, own }) => ({
      organization,
      tag: `${name}=${value}`,
      costNano: BigInt(cost),
      ownCostNano: BigInt(own),
    }));
  }
}

import type { AbtestDatabase, AbtestResultTable } from './abtest-result-table.ts';

export type KnownResult = AbtestResultTable;

/** What is known of A/B tests, of each the last look. */
export class ResultStore {
  private readonly database: AbtestDatabase;

  constructor(database: AbtestDatabase) {
    this.database = database;
  }

  async of(uid: string): Promise<KnownResult | undefined> {
    const { kysely } = this.database;
    return await kysely
      .selectFrom('abtest_result')
      .selectAll()
      .where('uid', '=', uid)
      .executeTakeFirst();
  }

  async all(): Promise<KnownResult[]> {
    return await this.database.kysely.selectFrom('abtest_result').selectAll().execute();
  }

  /** What was recommended stays. An older look than the one that is known is left out. */
  async keep(result: Omit<KnownResult, 'recommended'>): Promise<void> {
    const values = { ...result, recommended: null };
    await this.database.kysely
      .insertInto('abtest_result')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('uid')
          .doUpdateSet((row) => ({
            name: row.ref('excluded.name'),
            at: row.ref('excluded.at'),
            split_percent: row.ref('excluded.split_percent'),
            split_since: row.ref('excluded.split_since'),
            results: row.ref('excluded.results'),
          }))
          .whereRef('abtest_result.at', '<=', 'excluded.at'),
      )
      .execute();
  }

  /** Notes what was recommended. */
  async recommend(uid: string, recommended: string | null): Promise<void> {
    await this.database.kysely
      .updateTable('abtest_result')
      .set({ recommended })
      .where('uid', '=', uid)
      .execute();
  }

  /** Forgets tests that are no more. */
  async retain(uids: readonly string[]): Promise<void> {
    const gone = this.database.kysely.deleteFrom('abtest_result');
    await (uids.length > 0 ? gone.where('uid', 'not in', uids) : gone).execute();
  }
}

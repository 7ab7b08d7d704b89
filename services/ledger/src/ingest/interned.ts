import { sql, type Kysely } from 'kysely';
import { insertOf, textArray, type Column } from '../database/column-arrays.ts';
import { joinedTexts, textHash } from '../database/text-hash.ts';
import type { LedgerTables } from '../database/tables.ts';

export interface InternedOptions {
  readonly table: 'dimension' | 'target' | 'tag';
  readonly columns: readonly { readonly name: string; readonly type: 'text' | 'smallint' }[];
  /** So many ids are kept in memory. */
  readonly most: number;
}

/** A combination of texts that is there. */
interface Entry {
  readonly hash: string;
  readonly texts: readonly string[];
}

/** Combinations of texts that rows name by a number. They are written before the rows that name them, and never go. */
export class Interned {
  private readonly options: InternedOptions;
  private readonly ids = new Map<string, number>();

  constructor(options: InternedOptions) {
    this.options = options;
  }

  /** What a combination is called in `resolve`'s answer. */
  static keyOf(texts: readonly string[]): string {
    return joinedTexts(texts);
  }

  /** The number of each combination, by its key. */
  async resolve(
    kysely: Kysely<LedgerTables>,
    asked: ReadonlyMap<string, readonly string[]>,
  ): Promise<Map<string, number>> {
    const answer = new Map<string, number>();
    const missing = new Map<string, Entry>();
    for (const [key, texts] of asked) {
      const id = this.ids.get(key);
      if (id === undefined) missing.set(key, { hash: textHash(key), texts });
      else answer.set(key, id);
    }
    if (missing.size === 0) return answer;
    const found = await this.make(kysely, [...missing.values()]);
    for (const [key, { hash }] of missing) {
      const id = found.get(hash);
      if (id === undefined) throw new Error(`a row of ${this.options.table} is gone`);
      answer.set(key, id);
      this.remember(key, id);
    }
    return answer;
  }

  /** Where a database was restored, numbers may have come to mean something else. */
  forget(): void {
    this.ids.clear();
  }

  private async make(
    kysely: Kysely<LedgerTables>,
    entries: readonly Entry[],
  ): Promise<Map<string, number>> {
    const there = await this.find(kysely, entries);
    const fresh = entries.filter(({ hash }) => !there.has(hash));
    if (fresh.length === 0) return there;
    // By one order everywhere, so that two who write the same at a time do not wait for one another.
    fresh.sort((a, b) => (a.hash < b.hash ? -1 : 1));
    const { table, columns } = this.options;
    const all: Column<Entry>[] = [
      { name: 'hash', type: 'uuid', of: ({ hash }) => hash },
      ...columns.map(({ name, type }, index) => ({
        name,
        type,
        of: ({ texts }: Entry) => texts[index] ?? '',
      })),
    ];
    await sql`${insertOf(table, all, fresh)} on conflict (hash) do nothing`.execute(kysely);
    return await this.find(kysely, entries);
  }

  private async find(
    kysely: Kysely<LedgerTables>,
    entries: readonly Entry[],
  ): Promise<Map<string, number>> {
    const hashes = textArray(entries.map(({ hash }) => hash));
    const { rows } = await sql<{ id: number; hash: string }>`select id, hash
      from ${sql.id('ledger', this.options.table)} where hash = any(${hashes}::uuid[])`.execute(
      kysely,
    );
    return new Map(rows.map(({ id, hash }) => [hash, id]));
  }

  private remember(key: string, id: number): void {
    if (this.ids.size >= this.options.most) {
      const [oldest] = this.ids.keys();
      if (oldest !== undefined) this.ids.delete(oldest);
    }
    this.ids.set(key, id);
  }
}

import type { Kysely } from 'kysely';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { LedgerTables } from '../database/tables.ts';
import { dimensionOf, dimensions, tags, targetOf, targets } from './dimensions.ts';
import { Interned } from './interned.ts';
import type { Prepared, Timed } from './batch/prepared.ts';
import type { AttemptRow } from './rows/attempt-rows.ts';
import { storedText } from './rows/stored-text.ts';
import type { SumRow } from './rows/sum-rows.ts';
import type { UsageRow } from './rows/usage-rows.ts';

/** The records of a batch, with the numbers of what they name. */
export interface Named {
  readonly usage: readonly (UsageRow & { readonly tags: readonly number[] })[];
  readonly attempts: readonly AttemptRow[];
  readonly sums: readonly SumRow[];
  readonly decisions: readonly Timed<DecisionRecord>[];
}

type Combinations = Map<string, readonly string[]>;

/** Finds the numbers of dimensions, targets and tags, and makes those that are new. */
export class Naming {
  private readonly dimensions = dimensions();
  private readonly targets = targets();
  private readonly tags = tags();

  forget(): void {
    for (const interned of [this.dimensions, this.targets, this.tags]) interned.forget();
  }

  /** In statements of their own: what they make is there for all, whatever becomes of the batch. */
  async name(kysely: Kysely<LedgerTables>, prepared: Prepared): Promise<Named> {
    const asked: Combinations = new Map();
    const key = (texts: readonly string[]): string => {
      const name = Interned.keyOf(texts);
      asked.set(name, texts);
      return name;
    };
    const usage = prepared.usage.map((timed) => ({ timed, key: key(dimensionOf(timed.record)) }));
    const sums = prepared.sums.map((timed) => ({ timed, key: key(dimensionOf(timed.record)) }));
    const numbers = await this.dimensions.resolve(kysely, asked);
    const tagged = await this.tagsOf(kysely, prepared);
    return {
      usage: usage.map((row, index) => ({
        ...row.timed,
        dimension: numberOf(numbers, row.key),
        tags: tagged[index] ?? [],
      })),
      attempts: await this.attemptsOf(kysely, prepared),
      sums: sums.map((row) => ({ ...row.timed, dimension: numberOf(numbers, row.key) })),
      decisions: prepared.decisions,
    };
  }

  private async attemptsOf(
    kysely: Kysely<LedgerTables>,
    { attempts }: Prepared,
  ): Promise<AttemptRow[]> {
    const asked: Combinations = new Map();
    const keys = attempts.map(({ record }) => {
      const texts = targetOf(record);
      const key = Interned.keyOf(texts);
      asked.set(key, texts);
      return key;
    });
    const numbers = await this.targets.resolve(kysely, asked);
    return attempts.map((timed, index) => ({
      ...timed,
      target: numberOf(numbers, keys[index] ?? ''),
    }));
  }

  /** The tags of each usage record. Names that are the same as rows hold them are one tag. */
  private async tagsOf(
    kysely: Kysely<LedgerTables>,
    { usage }: Prepared,
  ): Promise<(readonly number[])[]> {
    const asked: Combinations = new Map();
    const keys = usage.map(({ record }) =>
      Object.entries(record.tags).map(([name, value]) => {
        const texts = [record.organization, name, value].map(storedText);
        const key = Interned.keyOf(texts);
        asked.set(key, texts);
        return key;
      }),
    );
    const numbers = await this.tags.resolve(kysely, asked);
    return keys.map((own) => [...new Set(own.map((key) => numberOf(numbers, key)))]);
  }
}

function numberOf(numbers: ReadonlyMap<string, number>, key: string): number {
  const number = numbers.get(key);
  if (number === undefined) throw new Error('a combination of names has no number');
  return number;
}

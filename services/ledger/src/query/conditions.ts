import { sql, type RawBuilder } from 'kysely';
import type { Period } from '@aicp/contracts/spend/money-window';
import { SOURCE_CODES } from '../database/codes.ts';
import { USAGE_DIMENSIONS, type UsageFilter } from './usage-query.ts';

type Condition = RawBuilder<unknown>;

const moment = (ms: number): Condition => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Whether a column that holds a moment lies in one of some stretches. */
export function within(column: string, stretches: readonly Period[]): Condition {
  const name = sql.ref(column);
  const parts = stretches.map(
    ({ startsMs, endsMs }) => sql`(${name} >= ${moment(startsMs)} and ${name} < ${moment(endsMs)})`,
  );
  return sql`(${sql.join(parts, sql` or `)})`;
}

/** What rows of `dimension` a filter lets through; undefined where it lets all of them through. */
export function dimensionsOf(filter: UsageFilter): Condition | undefined {
  const parts: Condition[] = [];
  for (const name of USAGE_DIMENSIONS) {
    const asked = filter[name];
    if (asked === undefined) continue;
    const values = typeof asked === 'string' ? [asked] : asked;
    parts.push(
      name === 'source'
        ? sql`d.source = any(${values.map(codeOfSource)}::smallint[])`
        : sql`${sql.ref(`d.${name}`)} = any(${values}::text[])`,
    );
  }
  return parts.length === 0 ? undefined : sql.join(parts, sql` and `);
}

/** A word that is no source is that of no row. */
const codeOfSource = (word: string): number =>
  Object.hasOwn(SOURCE_CODES, word) ? SOURCE_CODES[word as keyof typeof SOURCE_CODES] : 0;

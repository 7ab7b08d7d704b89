import { messageOf } from '../../api/problem.ts';
import type { BulkAction } from '../kit/record-list-props.ts';

/** A record to which something could not be done, and why. */
export interface BulkFailure<T> {
  readonly record: T;
  readonly why: string;
}

/** What became of the records that something was done to. */
export interface BulkOutcome<T> {
  readonly done: readonly T[];
  readonly failed: readonly BulkFailure<T>[];
}

/** Does something to records, one after the other: what fails says why, and the service is not flooded. */
export async function runBulk<T>(
  records: readonly T[],
  run: (record: T) => Promise<unknown>,
  onProgress: (count: number) => void,
): Promise<BulkOutcome<T>> {
  const done: T[] = [];
  const failed: BulkFailure<T>[] = [];
  for (const record of records) {
    try {
      await run(record);
      done.push(record);
    } catch (error) {
      failed.push({ record, why: messageOf(error) });
    }
    onProgress(done.length + failed.length);
  }
  return { done, failed };
}

/** The records that an action is for, and the others with why it is not. */
export function splitBulk<T>({ exclusion }: Pick<BulkAction<T>, 'exclusion'>, all: readonly T[]) {
  const excluded = all.flatMap((record) => {
    const why = exclusion?.(record);
    return why === undefined ? [] : [{ record, why }];
  });
  const out = new Set(excluded.map(({ record }) => record));
  return { included: all.filter((record) => !out.has(record)), excluded };
}

/** So many records are named, and the others counted. */
const NAMED = 5;

/** How many records are left out and why: "2 are left out, since Argo CD owns them: a, b." Empty where none are. */
export function leftOutText<T>(
  excluded: readonly BulkFailure<T>[],
  idOf: (record: T) => string,
): string {
  const reasons = Map.groupBy(excluded, ({ why }) => why);
  return [...reasons]
    .map(([why, all]) => {
      const names = all.slice(0, NAMED).map(({ record }) => idOf(record));
      const more = all.length > NAMED ? ` and ${all.length - NAMED} more` : '';
      const verb = all.length === 1 ? 'is' : 'are';
      return `${all.length} ${verb} left out, since ${why}: ${names.join(', ')}${more}.`;
    })
    .join(' ');
}

import type { Principal } from '@aicp/api-kit/access/principal';
import { invalid } from '@aicp/api-kit/route/field-errors';
import type { Collection } from './collection.ts';
import { isForeignSpend } from './spend-readers.ts';

type Answering = Pick<Collection, 'outward' | 'spendFields'>;

/** Wire names of the only fields that a reader is answered; undefined: all. */
export const fieldsFor = (
  { outward }: Answering,
  reader: Principal,
): readonly string[] | undefined => (outward?.isFor(reader) ? outward.fields : undefined);

/** An answer without what its reader is not to know. */
export function onlyAnswered(
  collection: Answering,
  reader: Principal,
  answer: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = fieldsFor(collection, reader);
  if (!names) return { ...answer };
  return Object.fromEntries(Object.entries(answer).filter(([name]) => names.includes(name)));
}

/** Whether a reader is told of an object's conditions. */
export const answersStatus = (collection: Answering, reader: Principal): boolean =>
  fieldsFor(collection, reader)?.includes('conditions') ?? true;

/** Throws a Problem (422) where a list is to be ordered or narrowed by a field that its reader is not answered: that would tell its value. */
export function requireAnswered(
  collection: Answering,
  reader: Principal,
  { sort = '', filters }: { sort?: string | undefined; filters: readonly string[] },
): void {
  const names = fieldsFor(collection, reader);
  const isHidden = (name: string): boolean =>
    names?.includes(name) === false || isForeignSpend(collection, reader, name);
  const field = sort.replace(/^-/, '');
  if (field !== '' && isHidden(field)) {
    throw invalid([{ path: 'sort', message: `there is no field ${sort} to sort by` }]);
  }
  const hidden = filters.find(isHidden);
  if (hidden === undefined) return;
  throw invalid([{ path: hidden, message: 'there is no such field to filter by' }]);
}

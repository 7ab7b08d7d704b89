import { Problem, type FieldError } from '@aicp/common/errors/problem';

/** 422: what was sent is readable and wrong. */
export const invalid = (errors: readonly FieldError[]): Problem =>
  new Problem(422, `What was sent is not valid: ${sentence(errors)}.`, { errors });

function sentence([first, ...more]: readonly FieldError[]): string {
  if (!first) return 'see errors';
  const { path, message } = first;
  const subject = path === '' ? 'the body' : path;
  const joint = PREDICATE.test(message) ? ' ' : ': ';
  return `${subject}${joint}${message}${othersOf(more.length)}`;
}

/** What a field's path can be the subject of. */
const PREDICATE = /^(is|must|may|has|does|can|cannot|needs|holds|comes) /;

function othersOf(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' (and 1 more error)' : ` (and ${count} more errors)`;
}

/** The errors in the order in which `body` has the fields, each once; what is missing comes at the end of where it should be. */
export function inOrderOf(body: unknown, errors: readonly FieldError[]): FieldError[] {
  const places = new Map<string, Place>();
  note(places, '', body);
  const once = new Map(errors.map((error) => [JSON.stringify(error), error]));
  return [...once.values()].sort((one, other) => rank(places, one.path) - rank(places, other.path));
}

/** Where a value begins and ends, counted in values. */
interface Place {
  readonly from: number;
  to: number;
}

function note(places: Map<string, Place>, path: string, value: unknown): void {
  const place = { from: places.size, to: places.size };
  places.set(path, place);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    note(places, path === '' ? key : `${path}.${key}`, child);
  }
  place.to = places.size - 1;
}

function rank(places: ReadonlyMap<string, Place>, path: string): number {
  const place = places.get(path);
  if (place) return place.from;
  const parent = places.get(path.slice(0, Math.max(0, path.lastIndexOf('.'))));
  if (parent) return parent.to + 0.5;
  return path === '' ? 0 : rank(places, path.slice(0, Math.max(0, path.lastIndexOf('.'))));
}

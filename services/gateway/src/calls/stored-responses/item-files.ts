import { parseJson } from '@aicp/common/json/parse-json';
import { isObject } from '../../formats/json/members.ts';
import type { Caller } from '../caller.ts';
import type { Located } from './locate-response.ts';

/** Parts that may name a file which a client left with the provider. */
const PARTS: ReadonlySet<unknown> = new Set(['input_file', 'input_image', 'computer_screenshot']);
/** Notes to a text that name one. */
const NOTES: ReadonlySet<unknown> = new Set(['file_citation', 'file_path']);

type Naming = (id: string) => string;

/**
 * A response, or a list of items, with our ids of the files that it names; what is no JSON object is as it was. Files are looked for only where a vendor names them,
 * at a depth that is known: a schema or a tool is its client's own words, and an id in them must not become one that opens a file.
 */
export function withOurFiles(caller: Caller, located: Located, body: Buffer): Buffer {
  if (!body.includes('file_id')) return body;
  const read = parseJson(body.toString());
  if (!isObject(read)) return body;
  const ours: Naming = (id) => sealed(caller, located, id);
  return Buffer.from(JSON.stringify(within(read, ['output', 'data'], (item) => named(item, ours))));
}

/** An item. What a tool gave may be one part. */
const named = (item: unknown, ours: Naming): unknown =>
  within(item, ['content', 'output'], (part) =>
    within(renamed(part, PARTS, ours), ['annotations'], (note) => renamed(note, NOTES, ours)),
  );

/** The value with what `told` makes of these members, or of the elements of lists in them. */
function within(
  value: unknown,
  members: readonly string[],
  told: (value: unknown) => unknown,
): unknown {
  if (!isObject(value)) return value;
  const changed = members
    .filter((name) => Object.hasOwn(value, name))
    .map((name) => [name, eachOf(value[name], told)] as const);
  return { ...value, ...Object.fromEntries(changed) };
}

const eachOf = (value: unknown, told: (value: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(told) : told(value);

/** With our id in the place of the vendor's, where it is of a type that names a file. */
function renamed(value: unknown, types: ReadonlySet<unknown>, ours: Naming): unknown {
  if (!isObject(value) || !types.has(value['type'])) return value;
  const { file_id: id } = value;
  return typeof id === 'string' ? { ...value, file_id: ours(id) } : value;
}

function sealed({ gateway, principal }: Caller, { held, provider }: Located, id: string): string {
  const { credential } = held;
  const { id: name, identity } = provider;
  return gateway.heldIds.seal(principal, 'file', {
    ...{ provider: name, identity, credential, upstreamId: id },
  });
}

import { parseJson } from '@aicp/common/json/parse-json';
import type { JsonObject } from '../../formats/conversation/conversation.ts';
import { isObject } from '../../formats/json/members.ts';
import type { Caller } from '../caller.ts';
import type { Located } from './locate-response.ts';

/** Parts of a content that may name a file which a client left with the provider. */
const NAMING: ReadonlySet<unknown> = new Set(['input_file', 'input_image']);

/** A list of items with our ids of the files that they name; what is no JSON object is as it was. */
export function withOurFiles(caller: Caller, located: Located, list: Buffer): Buffer {
  if (!list.includes('file_id')) return list;
  const read = parseJson(list.toString());
  if (!isObject(read)) return list;
  return Buffer.from(JSON.stringify(named(read, (id) => sealed(caller, located, id))));
}

function named(value: unknown, ours: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, ours));
  if (!isObject(value)) return value;
  const { type, file_id } = value;
  const told: JsonObject = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, named(inner, ours)]),
  );
  return NAMING.has(type) && typeof file_id === 'string'
    ? { ...told, file_id: ours(file_id) }
    : told;
}

function sealed({ gateway, principal }: Caller, { held, provider }: Located, id: string): string {
  const { credential } = held;
  const { id: name, identity } = provider;
  return gateway.heldIds.seal(principal, 'file', {
    ...{ provider: name, identity, credential, upstreamId: id },
  });
}

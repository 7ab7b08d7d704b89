import type { Json, JsonObject } from '../object.ts';

/** How one field of a message is read into JSON; a list holds the type of its items. */
export type FieldType =
  'string' | 'bytes' | 'bool' | 'textMap' | 'bytesMap' | Message | readonly ['string' | Message];

/** Field numbers, names and types of a message. */
export interface Message {
  readonly [number: number]: readonly [name: string, type: FieldType];
}

/** What arrived is no protobuf message. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

type RawField = readonly [number: number, value: Buffer];

/** Splits a message into its fields. Numbers come as the bytes of their varint. */
function* readFields(message: Buffer): Generator<RawField> {
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > message.length) throw new WireError('a field is cut off');
    at += length;
    return message.subarray(at - length, at);
  };
  const varint = (): Buffer => {
    const length = message.subarray(at, at + 10).findIndex((byte) => byte < 0x80) + 1;
    if (length === 0) throw new WireError('a number is cut off');
    return take(length);
  };
  const payload = (wireType: number): Buffer => {
    if (wireType === 0) return varint();
    if (wireType === 1) return take(8);
    if (wireType === 2) return take(toNumber(varint()));
    if (wireType === 5) return take(4);
    throw new WireError(`wire type ${wireType} is not known`);
  };
  while (at < message.length) {
    const tag = toNumber(varint());
    yield [Math.floor(tag / 8), payload(tag % 8)];
  }
}

const toNumber = (varint: Buffer): number =>
  varint.reduceRight((value, byte) => value * 128 + (byte & 0x7f), 0);

function readEntry(message: Buffer, encoding: 'utf8' | 'base64'): JsonObject {
  const parts = new Map(readFields(message));
  return { [parts.get(1)?.toString() ?? '']: parts.get(2)?.toString(encoding) ?? '' };
}

function readValue(value: Buffer, type: Exclude<FieldType, readonly unknown[]>): Json {
  switch (type) {
    case 'bool':
      return toNumber(value) === 1;
    case 'bytes':
      return value.toString('base64');
    case 'textMap':
      return readEntry(value, 'utf8');
    case 'bytesMap':
      return readEntry(value, 'base64');
    case 'string':
      return value.toString();
    default:
      return readMessage(value, type);
  }
}

const isList = (type: FieldType): type is readonly ['string' | Message] => Array.isArray(type);

/** Reads a message into JSON; fields that are not described and empty texts are passed over. */
export function readMessage(message: Buffer, description: Message): JsonObject {
  const out: JsonObject = {};
  for (const [number, value] of readFields(message)) {
    const [name, type] = description[number] ?? [];
    if (name === undefined || type === undefined) continue;
    const before = out[name];
    if (isList(type)) {
      out[name] = [...((before as Json[] | undefined) ?? []), readValue(value, type[0])];
    } else if (type === 'textMap' || type === 'bytesMap') {
      out[name] = { ...(before as JsonObject | undefined), ...(readValue(value, type) as object) };
    } else {
      const read = readValue(value, type);
      if (read !== '') out[name] = read;
    }
  }
  return out;
}

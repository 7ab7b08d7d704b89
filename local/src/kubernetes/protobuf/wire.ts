import type { Json, JsonObject } from '../object.ts';

/** How one field of a message is read into JSON. */
export type FieldType =
  'string' | 'bytes' | 'bool' | 'int' | 'time' | 'textMap' | 'bytesMap' | Message;

/** Field numbers, names and types of a message; a name that ends in `[]` repeats. */
export interface Message {
  readonly [number: number]: readonly [name: string, type: FieldType];
}

/** What arrived is no protobuf message. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

interface RawField {
  readonly number: number;
  readonly value: number | Buffer;
}

const MAX_VARINT_BYTES = 10;

/** Splits a message into its fields: numbers for varints, bytes for anything with a length. */
export function readFields(message: Buffer): RawField[] {
  const fields: RawField[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0n;
    for (let i = 0; i < MAX_VARINT_BYTES; i += 1) {
      const byte = message[at];
      if (byte === undefined) break;
      at += 1;
      value |= BigInt(byte & 0x7f) << BigInt(7 * i);
      if (byte < 0x80) return Number(BigInt.asIntN(64, value));
    }
    throw new WireError('a number is cut off');
  };
  const bytes = (length: number): Buffer => {
    if (length < 0 || at + length > message.length) throw new WireError('a field is cut off');
    at += length;
    return message.subarray(at - length, at);
  };
  const payload = (wireType: number): number | Buffer => {
    if (wireType === 0) return varint();
    if (wireType === 1) return bytes(8);
    if (wireType === 2) return bytes(varint());
    if (wireType === 5) return bytes(4);
    throw new WireError(`wire type ${wireType} is not known`);
  };
  while (at < message.length) {
    const tag = varint();
    fields.push({ number: tag >>> 3, value: payload(tag & 7) });
  }
  return fields;
}

const asBytes = (value: number | Buffer): Buffer =>
  typeof value === 'number' ? Buffer.alloc(0) : value;

function readTime(message: Buffer): Json {
  const seconds = readFields(message).find(({ number }) => number === 1)?.value;
  if (typeof seconds !== 'number') return null;
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

function readEntry(message: Buffer, encoding: 'utf8' | 'base64'): JsonObject {
  const fields = new Map(readFields(message).map(({ number, value }) => [number, asBytes(value)]));
  const key = fields.get(1)?.toString('utf8') ?? '';
  return { [key]: fields.get(2)?.toString(encoding) ?? '' };
}

function readValue(value: number | Buffer, type: FieldType): Json {
  if (typeof type === 'object') return readMessage(asBytes(value), type);
  switch (type) {
    case 'bool':
      return value === 1;
    case 'int':
      return typeof value === 'number' ? value : 0;
    case 'bytes':
      return asBytes(value).toString('base64');
    case 'time':
      return readTime(asBytes(value));
    case 'textMap':
      return readEntry(asBytes(value), 'utf8');
    case 'bytesMap':
      return readEntry(asBytes(value), 'base64');
    case 'string':
      return asBytes(value).toString('utf8');
  }
}

const isMap = (type: FieldType): boolean => type === 'textMap' || type === 'bytesMap';

/** Reads a message into JSON; fields that are not described are passed over, empty strings left out. */
export function readMessage(message: Buffer, description: Message): JsonObject {
  const out: JsonObject = {};
  for (const { number, value } of readFields(message)) {
    const field = description[number];
    if (!field) continue;
    const [name, type] = field;
    const read = readValue(value, type);
    if (name.endsWith('[]')) {
      const key = name.slice(0, -2);
      out[key] = [...((out[key] as Json[] | undefined) ?? []), read];
    } else if (isMap(type)) {
      out[name] = { ...(out[name] as JsonObject | undefined), ...(read as JsonObject) };
    } else if (read !== '' && read !== null) {
      out[name] = read;
    }
  }
  return out;
}

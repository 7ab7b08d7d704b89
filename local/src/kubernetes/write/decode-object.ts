import {
  asObject,
  asText,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
} from '../objects/object.ts';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.ts';
import { decodeError } from '../schema/decode-errors.ts';
import { applyDefaults } from '../schema/defaults.ts';
import { invalidValue } from '../objects/field-errors.ts';
import { objectMeta } from '../objects/object-meta.ts';
import { pruneUnknown } from '../schema/prune.ts';
import { badRequest, invalid, type ApiError } from '../objects/status.ts';
import type { WriteOptions } from './write-options.ts';

const handledAs = (object: JsonObject, type: ResourceType): string =>
  `${asText(object['kind'])} in version "${type.version}" cannot be handled as a ${type.kind}`;

/**
 * Turns what a client sent into an object of `type`: known fields only, nulls dropped, defaults filled in. `remarks` are findings of
 * the parser (duplicate fields). Unknown fields are refused, warned of or passed over, as the client asked.
 */
export function decodeObject(options: {
  type: ResourceType;
  value: Json;
  remarks: readonly string[];
  write: WriteOptions;
  /** How a strict client is told; a patch words it otherwise. */
  refuse?: (object: JsonObject, findings: string) => ApiError;
}): KubeObject {
  const { type, write } = options;
  const object = checkType(structuredClone(options.value), type);
  const unknown = pruneUnknown(object, type.schema).map((path) => `unknown field "${path}"`);
  const findings = [...options.remarks, ...unknown];
  if (findings.length > 0 && write.fieldValidation === 'Strict') {
    const text = `strict decoding error: ${findings.join(', ')}`;
    const refuse = options.refuse ?? ((found) => badRequest(`${handledAs(found, type)}: ${text}`));
    throw refuse(object, text);
  }
  if (write.fieldValidation === 'Warn') findings.forEach(write.warn);
  checkShape(object, type);
  applyDefaults(object, type.schema);
  dropEmpty(asObject(object['metadata']));
  return object as KubeObject;
}

/** The object with its type filled in. Throws where it is none, or of another type. */
function checkType(value: Json, type: ResourceType): JsonObject {
  const unrecognized = `the object provided is unrecognized (must be of type ${type.kind})`;
  if (!isJsonObject(value)) throw badRequest(`${unrecognized}: couldn't get version/kind`);
  const expected = apiVersionOf(type);
  const object = { apiVersion: expected, kind: '', metadata: {}, ...value };
  const { kind, apiVersion, metadata } = object;
  if (type.custom && kind === '') {
    throw badRequest(`${unrecognized}: Object 'Kind' is missing in '${JSON.stringify(value)}'`);
  }
  if (apiVersion !== expected) {
    const found = asText(apiVersion);
    throw badRequest(
      `the API version in the data (${found}) does not match the expected API version (${expected})`,
    );
  }
  if (kind === type.kind || kind === '') return { ...object, kind: type.kind };
  if (!type.custom) throw badRequest(`${handledAs(value, type)}: that is another kind`);
  const name = asText(asObject(metadata)['name']);
  const error = invalidValue('kind', kind, `must be ${type.kind}`);
  throw invalid(asText(kind), type.group, name, [error]);
}

/** Empty lists, maps and texts of metadata count as absent; an empty `managedFields` asks to forget who owns what. */
function dropEmpty(metadata: JsonObject): void {
  for (const [key, value] of Object.entries(metadata)) {
    const isVoid = value === '' || (typeof value === 'object' && sizeOf(value) === 0);
    if (isVoid && key !== 'managedFields') Reflect.deleteProperty(metadata, key);
  }
  metadata['name'] ??= '';
}

const sizeOf = (value: JsonObject | Json[] | null): number => Object.keys(value ?? {}).length;

/** Metadata, and the whole of a built-in object, must have the right JSON types to be read at all. */
function checkShape(object: JsonObject, { custom, kind, version, schema }: ResourceType): void {
  const part = custom
    ? { value: object['metadata'] ?? {}, schema: objectMeta, struct: 'ObjectMeta' }
    : { value: object, schema, struct: kind };
  const error = decodeError({ ...part, value: withoutNulls(part.value), kind, version });
  if (error) throw error;
}

/** Go reads null as an absent value. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(entries.map(([key, member]) => [key, withoutNulls(member)]));
}

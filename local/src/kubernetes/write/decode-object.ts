import {
  asObject,
  asText,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
} from '../object.ts';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.ts';
import { decodeError } from '../schema/decode-errors.ts';
import { applyDefaults } from '../schema/defaults.ts';
import { invalidValue } from '../schema/field-errors.ts';
import { objectMeta } from '../schema/object-meta.ts';
import { pruneUnknown } from '../schema/prune.ts';
import { badRequest, invalid, type ApiError } from '../status.ts';
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

function checkType(value: Json, type: ResourceType): JsonObject {
  if (!isJsonObject(value)) {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${type.kind}): couldn't get version/kind`,
    );
  }
  if (type.custom && asText(value['kind']) === '') {
    const text = JSON.stringify(value);
    throw badRequest(
      `the object provided is unrecognized (must be of type ${type.kind}): Object 'Kind' is missing in '${text}'`,
    );
  }
  const kind = asText(value['kind']) || type.kind;
  const version = asText(value['apiVersion']) || apiVersionOf(type);
  if (version !== apiVersionOf(type)) {
    throw badRequest(
      `the API version in the data (${version}) does not match the expected API version (${apiVersionOf(type)})`,
    );
  }
  if (kind !== type.kind) {
    if (!type.custom)
      throw badRequest(`${handledAs(value, type)}: no kind "${kind}" is registered`);
    const name = isJsonObject(value['metadata']) ? asText(value['metadata']['name']) : '';
    throw invalid(kind, type.group, name, [invalidValue('kind', kind, `must be ${type.kind}`)]);
  }
  const metadata = value['metadata'] ?? {};
  return { ...value, apiVersion: version, kind, metadata };
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
function checkShape(object: JsonObject, type: ResourceType): void {
  const { kind, version } = type;
  const error = type.custom
    ? decodeError({
        value: withoutNulls(object['metadata'] ?? {}),
        schema: objectMeta,
        struct: 'ObjectMeta',
        kind,
        version,
      })
    : decodeError({
        value: withoutNulls(object),
        schema: type.schema,
        struct: kind,
        kind,
        version,
      });
  if (error) throw error;
}

/** Go reads null as an absent value. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(entries.map(([key, member]) => [key, withoutNulls(member)]));
}

import { asObject, asText, sameJson, type JsonObject, type KubeObject } from '../objects/object.ts';
import { ageColumn, column, nameColumn } from './columns.ts';
import { forbiddenValue, invalidValue, tooLong } from '../objects/field-errors.ts';
import { configKeyErrors } from '../objects/names.ts';
import { fields } from '../objects/object-meta.ts';
import { badRequest, type FieldError } from '../objects/status.ts';
import { builtIn } from './built-in.ts';

const MAX_BYTES = 1024 * 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Keys that are no file names, and more data than an object may hold. */
function dataErrors(object: JsonObject, ...maps: string[]): FieldError[] {
  let bytes = 0;
  const errors = maps.flatMap((field) =>
    Object.entries(asObject(object[field])).flatMap(([key, value]) => {
      bytes += Buffer.byteLength(asText(value));
      return configKeyErrors(key).map((detail) => invalidValue(`${field}[${key}]`, key, detail));
    }),
  );
  return bytes > MAX_BYTES ? [...errors, tooLong('data', MAX_BYTES)] : errors;
}

function immutableErrors(
  object: KubeObject,
  old: KubeObject | undefined,
  ...maps: string[]
): FieldError[] {
  if (old?.['immutable'] !== true) return [];
  return ['immutable', ...maps]
    .filter((field) => !sameJson(object[field], old[field]))
    .map((field) => forbiddenValue(field, 'field is immutable when `immutable` is set'));
}

/** Refuses what is no base64, as the decoder of the reference does. */
function requireBase64(object: KubeObject, field: string): void {
  for (const value of Object.values(asObject(object[field]))) {
    const body = asText(value);
    if (BASE64.test(body)) continue;
    const at = /[^A-Za-z0-9+/]/.exec(body)?.index ?? body.length;
    throw badRequest(
      `${object.kind} in version "v1" cannot be handled as a ${object.kind}: illegal base64 data at input byte ${at}`,
    );
  }
}

/** Moves `stringData` into `data`, and gives the type its default. */
function prepareSecret(object: KubeObject): void {
  requireBase64(object, 'data');
  for (const [key, value] of Object.entries(asObject(object['stringData']))) {
    const encoded = Buffer.from(asText(value)).toString('base64');
    object['data'] = { ...asObject(object['data']), [key]: encoded };
  }
  Reflect.deleteProperty(object, 'stringData');
  object['type'] ??= 'Opaque';
}

const count = (object: KubeObject, ...maps: string[]): number =>
  maps.reduce((sum, field) => sum + Object.keys(asObject(object[field])).length, 0);

export const secretResource = builtIn({
  kind: 'Secret',
  plural: 'secrets',
  description: 'Data that only those who need it should read.',
  content: fields('data:bytesMap stringData:textMap type immutable:flag'),
  columns: [
    nameColumn,
    column('Type', (object) => asText(object['type'])),
    column('Data', (object) => count(object, 'data')),
    ageColumn,
  ],
  selectable: { type: (object) => asText(object['type']) },
  prepare: prepareSecret,
  check: (object, old) => [
    ...(old && object['type'] !== old['type']
      ? [invalidValue('type', asText(object['type']), 'field is immutable')]
      : []),
    ...immutableErrors(object, old, 'data'),
    ...dataErrors(object, 'data'),
  ],
});

export const configMapResource = builtIn({
  kind: 'ConfigMap',
  plural: 'configmaps',
  shortNames: ['cm'],
  description: 'Configuration as keys and values.',
  content: fields('data:textMap binaryData:bytesMap immutable:flag'),
  columns: [nameColumn, column('Data', (object) => count(object, 'data', 'binaryData')), ageColumn],
  prepare: (object) => {
    requireBase64(object, 'binaryData');
  },
  check: (object, old) => [
    ...immutableErrors(object, old, 'data', 'binaryData'),
    ...Object.keys(asObject(object['data']))
      .filter((key) => Object.hasOwn(asObject(object['binaryData']), key))
      .map((key) => invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData')),
    ...dataErrors(object, 'data', 'binaryData'),
  ],
});

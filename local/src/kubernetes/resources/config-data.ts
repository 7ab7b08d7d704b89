import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { asObject, asText, sameJson, type JsonObject, type KubeObject } from '../object.ts';
import { ageColumn, column, countKeys, nameColumn } from '../print/columns.ts';
import { forbiddenValue, invalidValue, tooLong } from '../schema/field-errors.ts';
import { configKeyErrors } from '../schema/names.ts';
import { flag, text, textMap } from '../schema/object-meta.ts';
import { badRequest, type FieldError } from '../status.ts';
import { builtIn } from './built-in.ts';

const MAX_BYTES = 1024 * 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const bytesMap = (description: string): StructuralSchema => ({
  type: 'object',
  description,
  additionalProperties: { type: 'string', format: 'byte' },
});
const immutableField = flag('On: the data cannot be changed any more.');

function keyErrors(object: JsonObject, field: string): FieldError[] {
  return Object.keys(asObject(object[field])).flatMap((key) =>
    configKeyErrors(key).map((detail) => invalidValue(`${field}[${key}]`, key, detail)),
  );
}

function sizeErrors(object: JsonObject, field: string): FieldError[] {
  const values = Object.values(asObject(object[field]));
  const bytes = values.reduce<number>((sum, value) => sum + Buffer.byteLength(asText(value)), 0);
  return bytes > MAX_BYTES ? [tooLong(field === 'data' ? 'data' : '', MAX_BYTES)] : [];
}

function immutableErrors(
  object: KubeObject,
  old: KubeObject | undefined,
  fields: readonly string[],
): FieldError[] {
  if (old?.['immutable'] !== true) return [];
  return ['immutable', ...fields]
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
  const plain = Object.entries(asObject(object['stringData']));
  if (plain.length > 0) {
    const encoded = plain.map(([key, value]) => [
      key,
      Buffer.from(asText(value)).toString('base64'),
    ]);
    object['data'] = { ...asObject(object['data']), ...Object.fromEntries(encoded) };
  }
  Reflect.deleteProperty(object, 'stringData');
  object['type'] ??= 'Opaque';
}

export const secretResource = builtIn({
  kind: 'Secret',
  plural: 'secrets',
  description: 'Data that only those who need it should read.',
  fields: {
    data: bytesMap('The values, in base64.'),
    stringData: textMap('Values as plain text; only written, never read.'),
    type: text('What kind of secret it is.'),
    immutable: immutableField,
  },
  columns: [
    nameColumn,
    column('Type', 'What kind of secret it is.', (object) => asText(object['type'])),
    column('Data', 'How many keys it has.', (object) => countKeys(object, 'data')),
    ageColumn,
  ],
  selectable: { type: (object) => asText(object['type']) },
  prepare: prepareSecret,
  check: (object, old) => [
    ...(old && object['type'] !== old['type']
      ? [invalidValue('type', asText(object['type']), 'field is immutable')]
      : []),
    ...immutableErrors(object, old, ['data']),
    ...keyErrors(object, 'data'),
    ...sizeErrors(object, 'data'),
  ],
});

export const configMapResource = builtIn({
  kind: 'ConfigMap',
  plural: 'configmaps',
  shortNames: ['cm'],
  description: 'Configuration as keys and values.',
  fields: {
    data: textMap('The values, as text.'),
    binaryData: bytesMap('Values that are no text, in base64.'),
    immutable: immutableField,
  },
  columns: [
    nameColumn,
    column('Data', 'How many keys it has.', (object) => countKeys(object, 'data', 'binaryData')),
    ageColumn,
  ],
  prepare: (object) => {
    requireBase64(object, 'binaryData');
  },
  check: (object, old) => [
    ...immutableErrors(object, old, ['data', 'binaryData']),
    ...Object.keys(asObject(object['data']))
      .filter((key) => Object.hasOwn(asObject(object['binaryData']), key))
      .map((key) => invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData')),
    ...keyErrors(object, 'data'),
    ...keyErrors(object, 'binaryData'),
    ...sizeErrors(object, 'data'),
  ],
});

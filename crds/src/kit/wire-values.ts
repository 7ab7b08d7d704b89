import type { KindDefinition } from './kind.ts';
import { inlineName, isSecretRef, SECRET_SET } from './secret-fields.ts';
import type { StructuralSchema } from './structural.ts';
import { UNKNOWN_TOLD, unknownField } from './unknown-name.ts';
import { snakeCase, wireName } from './wire-name.ts';

export type JsonObject = Record<string, unknown>;

/** A secret that a client sent itself, and the field of the spec whose reference is to point to it. */
export interface InlineSecret {
  readonly path: readonly string[];
  readonly value: string;
}

/** A field of a body that is wrong, by its wire path (`config.models.0`). */
export interface WireError {
  readonly path: string;
  readonly message: string;
}

/** A body in the words of a spec: `patch` holds only the fields sent, null for those to be removed. */
export interface WireReading {
  readonly patch: JsonObject;
  readonly secrets: readonly InlineSecret[];
  readonly errors: readonly WireError[];
}

/** A spec as the API answers it. Of a secret it says whether there is one. */
export function specToWire(kind: KindDefinition, spec: JsonObject): JsonObject {
  return toObject(kind.structural.spec, spec, (field) => wireName(kind, field));
}

/** Reads what a client sent. Whether the values are good is for the kind's schema to say; here only names are judged. */
export function wireToPatch(kind: KindDefinition, body: JsonObject): WireReading {
  const reader = new Reader(kind);
  const names = (field: string): string => wireName(kind, field);
  const patch = reader.object(
    { schema: kind.structural.spec, names, at: [], wireAt: '', isInList: false },
    body,
  );
  return { patch, secrets: reader.secrets, errors: reader.errors };
}

function toObject(
  schema: StructuralSchema,
  value: JsonObject,
  names: (field: string) => string,
): JsonObject {
  const out: JsonObject = {};
  for (const [field, child] of Object.entries(schema.properties ?? {})) {
    if (value[field] !== undefined) out[names(field)] = toValue(child, value[field]);
    if (isSecretRef(child)) out[SECRET_SET] ||= value[field] !== undefined;
  }
  return out;
}

function toValue(schema: StructuralSchema, value: unknown): unknown {
  if (schema['x-kubernetes-int-or-string']) return toWireDecimal(value as number | string);
  if (schema.items && Array.isArray(value)) {
    const { items } = schema;
    return value.map((item) => toValue(items, item));
  }
  if (!isObject(value)) return value;
  if (schema.properties) return toObject(schema, value, snakeCase);
  const { additionalProperties } = schema;
  return additionalProperties
    ? mapValues(value, (child) => toValue(additionalProperties, child))
    : value;
}

interface Place {
  readonly schema: StructuralSchema;
  readonly names: (field: string) => string;
  readonly at: readonly string[];
  readonly wireAt: string;
  /** Whether it is in a list, where no secret can be sent itself. */
  readonly isInList: boolean;
}

class Reader {
  readonly secrets: InlineSecret[] = [];
  readonly errors: WireError[] = [];
  private readonly kind: KindDefinition;
  private unknown = 0;

  constructor(kind: KindDefinition) {
    this.kind = kind;
  }

  object(place: Place, body: JsonObject): JsonObject {
    const fields = Map.groupBy(
      Object.entries(place.schema.properties ?? {}).map(([field, schema]) => ({ field, schema })),
      ({ field }) => place.names(field),
    );
    const patch: JsonObject = {};
    for (const [name, value] of Object.entries(body)) {
      const wireAt = place.wireAt === '' ? name : `${place.wireAt}.${name}`;
      const forms = fields.get(name) ?? [];
      const known = formOf(forms, value);
      if (known) {
        for (const { field } of forms) patch[field] = null;
        const at = [...place.at, known.field];
        const { isInList } = place;
        const inner = { schema: known.schema, names: snakeCase, at, wireAt, isInList };
        patch[known.field] = this.value(inner, value);
      } else this.secretOrUnknown({ ...place, wireAt }, name, value);
    }
    return patch;
  }

  private value(place: Place, value: unknown): unknown {
    const { schema, wireAt } = place;
    if (schema['x-kubernetes-int-or-string']) return fromWireDecimal(value);
    if (schema.items && Array.isArray(value)) {
      const { items } = schema;
      return value.map((item, index) =>
        this.value({ ...place, schema: items, wireAt: `${wireAt}.${index}`, isInList: true }, item),
      );
    }
    if (!isObject(value)) return value;
    if (schema.properties) return this.object(place, value);
    const { additionalProperties } = schema;
    if (!additionalProperties) return value;
    return mapValues(value, (child, key) =>
      this.value({ ...place, schema: additionalProperties, wireAt: `${wireAt}.${key}` }, child),
    );
  }

  private secretOrUnknown(place: Place, name: string, value: unknown): void {
    const { properties = {} } = place.schema;
    const references = Object.keys(properties).filter((key) => isSecretRef(properties[key] ?? {}));
    if (name === SECRET_SET && references.length > 0) return;
    const field = place.isInList
      ? undefined
      : references.find((reference) => inlineName(this.kind, reference) === name);
    if (field === undefined) {
      this.unknown += 1;
      if (this.unknown > UNKNOWN_TOLD) return;
      const message = unknownField(name, namesOf(this.kind, place));
      this.errors.push({ path: place.wireAt, message });
    } else if (typeof value === 'string' && value !== '') {
      this.secrets.push({ path: [...place.at, field], value });
    } else {
      this.errors.push({ path: place.wireAt, message: 'must be a text that is not empty' });
    }
  }
}

interface Field {
  readonly field: string;
  readonly schema: StructuralSchema;
}

/** Two fields of one wire name are two forms of the same: an object is meant for the one that has fields of its own. */
const formOf = (forms: readonly Field[], value: unknown): Field | undefined =>
  forms.find(({ schema }) => (schema.properties !== undefined) === isObject(value)) ?? forms[0];

/** What may be written in an object: its fields, and its secrets themselves. */
function namesOf(kind: KindDefinition, { schema, names, isInList }: Place): string[] {
  const fields = Object.entries(schema.properties ?? {});
  const secrets = fields.filter(([, child]) => !isInList && isSecretRef(child));
  return [
    ...new Set([
      ...fields.map(([field]) => names(field)),
      ...secrets.map(([field]) => inlineName(kind, field)),
    ]),
  ];
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapValues = (
  object: JsonObject,
  change: (value: unknown, key: string) => unknown,
): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** JSON text that `JSON.stringify` writes as it is (V8's raw JSON, which TypeScript does not know yet). */
const rawJson = (text: string): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(text);

/** `"0.10"` → `0.10`: a JSON number, and where no double holds it, one that is written with all its digits. */
export function toWireDecimal(value: number | string): unknown {
  if (typeof value === 'number') return value;
  const double = Number(value);
  return sameDecimal(plain(double), value) ? double : rawJson(value);
}

/** A number of the wire as a spec holds it: an integer, or a decimal as text. Texts stay as they are, to be judged by the schema. */
export function fromWireDecimal(value: unknown): unknown {
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  return plain(value);
}

/** Whether two decimals are the same amount, however they are written. */
export const sameDecimal = (a: number | string, b: number | string): boolean =>
  canonical(a) === canonical(b);

/** A decimal without a sign as text whose order is that of the amounts. */
export function sortableDecimal(value: number | string): string {
  const [whole = '', fraction = ''] = canonical(value).split('.');
  return `${whole.padStart(16, '0')}.${fraction}`;
}

function canonical(value: number | string): string {
  const text = typeof value === 'number' ? plain(value) : value;
  const [whole = '', fraction = ''] = text.split('.');
  const digits = fraction.replace(/0+$/, '');
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (digits === '' ? '' : `.${digits}`);
}

/** The shortest decimal that is this double, without an exponent. */
function plain(value: number): string {
  const text = String(value);
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const places = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + places;
  const sign = value < 0 ? '-' : '';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}

/**
 * A reviver for `JSON.parse` that keeps a number which no double holds (`999999999.999999999`) as text, so that money arrives to the
 * last digit. Other numbers stay numbers.
 */
export function keepExactNumbers(
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !/^\d+\.\d+$/.test(source)) return value;
  return sameDecimal(plain(value), source) ? value : source;
}

import { isAddressField, MASK, maskedAddressField } from './mask.ts';

/** Maps whose values may be secrets, whatever their names say. */
const SECRET_MAPS = new Set(['headers', 'env']);
/** A JSON Schema names fields and holds no values of them. */
const SCHEMAS = new Set(['inputSchema', 'input_schema']);

type Fields = Readonly<Record<string, unknown>>;

/** Whether a field at the top of a spec may hold something that only who may write the object is shown. */
export const mayHoldSecret = (field: string): boolean =>
  SECRET_MAPS.has(field) || isAddressField(field);

/** A spec without the values of headers and environment variables, and without what may be a secret in its addresses, however deep in maps and lists. */
export function withoutSecrets(spec: Fields): Fields {
  return Object.fromEntries(
    Object.entries(spec).map(([name, value]) => [name, shown(name, value)]),
  );
}

function shown(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => shown(name, one));
  if (typeof value === 'string' && SECRET_MAPS.has(name)) return MASK;
  if (typeof value === 'string') return isAddressField(name) ? maskedAddressField(value) : value;
  if (typeof value !== 'object' || value === null || SCHEMAS.has(name)) return value;
  if (!SECRET_MAPS.has(name)) return withoutSecrets(value as Fields);
  return Object.fromEntries(Object.keys(value).map((key) => [key, MASK]));
}

import type { Spec } from './collection.ts';
import { MASK, maskedAddress } from '@aicp/api-kit/audit/mask';

/** Maps whose values may be secrets, whatever their names say. */
const SECRET_MAPS = new Set(['headers', 'env']);
/** Fields that hold an address. */
const ADDRESSES = /^(url|issuer|.*Url)$/;

/** Whether a field at the top of a spec may hold something that only who may write the object is shown. */
export const mayHoldSecret = (field: string): boolean =>
  SECRET_MAPS.has(field) || ADDRESSES.test(field);

/** A spec without the values of headers and environment variables, and without what may be a secret in its addresses. */
export function withoutSecrets(spec: Spec): Spec {
  return Object.fromEntries(
    Object.entries(spec).map(([name, value]) => [name, shown(name, value)]),
  );
}

function shown(name: string, value: unknown): unknown {
  if (typeof value === 'string') return ADDRESSES.test(name) ? maskedAddress(value) : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (!SECRET_MAPS.has(name)) return withoutSecrets(value as Spec);
  return Object.fromEntries(Object.keys(value).map((key) => [key, MASK]));
}

import {
  isMadeForAnother,
  isReservedSecret,
  type Referrer,
} from '@aicp/common/kubernetes/reserved-secret';
import type { Lookup } from './lookup.ts';

/** What a reference to a key of a Secret gives. */
export type Credential =
  | { readonly state: 'none' }
  | { readonly state: 'set'; readonly value: string }
  | { readonly state: 'missing'; readonly why: string };

export interface SecretRef {
  readonly name: string;
  readonly key: string;
}

/** The value that an object's reference names, without space around it; `none` without a reference. */
export function credentialAt(
  ref: SecretRef | undefined,
  lookup: Pick<Lookup, 'secret'>,
  referrer: Referrer,
): Credential {
  if (!ref) return { state: 'none' };
  const secret = lookup.secret(ref.name);
  if (secret && isReservedSecret(secret)) {
    return missing(`Secret "${ref.name}" belongs to the installation: name another one`);
  }
  if (!secret || isMadeForAnother(secret, referrer)) {
    // Not told apart: names of such Secrets hold names of other tenants' objects.
    return missing(
      `Secret "${ref.name}" does not exist, or was made for another object: create one of your own, or send the value through the admin API`,
    );
  }
  const encoded = secret.data[ref.key];
  if (encoded === undefined) {
    return missing(`Secret "${ref.name}" has no key "${ref.key}": add it or change the reference`);
  }
  const value = Buffer.from(encoded, 'base64').toString().trim();
  if (value === '') return missing(`key "${ref.key}" of Secret "${ref.name}" is empty: fill it`);
  return { state: 'set', value };
}

const missing = (why: string): Credential => ({ state: 'missing', why });

/** What an HTTP header can carry. */
const HEADER_VALUE = /^[\x21-\x7e]+$/;

/** A credential that is sent as a header; `missing` where none can carry it. */
export function sendable({ name, key }: SecretRef, credential: Credential): Credential {
  if (credential.state !== 'set' || HEADER_VALUE.test(credential.value)) return credential;
  const why = `key "${key}" of Secret "${name}" holds characters that no header can carry`;
  return { state: 'missing', why };
}

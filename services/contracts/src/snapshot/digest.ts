import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** RFC 8785 JSON: the same value gives the same bytes, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('a value without a JSON form');
  return text;
}

export const sha256 = (bytes: string | Buffer): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The digest of a snapshot: of its sections' digests alone, so that equal contents have equal digests. */
export const snapshotDigest = (sections: Readonly<Record<string, string>>): string =>
  sha256(canonicalJson(sections));

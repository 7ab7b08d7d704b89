import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { z } from 'zod';

const keySet = z.object({
  keys: z
    .array(z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }))
    .min(1),
});

/** The public keys that come with this build. */
export const BUNDLED_LICENSE_KEYS = join(import.meta.dirname, '../../../license-keys.json');

/** The public keys in a JWKS file; undefined where there is no such file. Throws where it holds anything but Ed25519 keys. */
export function readLicenseKeys(file: string): readonly JWK[] | undefined {
  if (!existsSync(file)) return undefined;
  return keySet.parse(JSON.parse(readFileSync(file, 'utf8'))).keys;
}

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError, type OptionValues, type Terminal } from '../cli/command.ts';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';

/** `aicp license keygen`: writes a pair of files, and never over one that is there. */
export async function writeLicenseKeys(
  { out }: OptionValues,
  terminal: Pick<Terminal, 'out'>,
): Promise<number> {
  if (typeof out !== 'string') throw new UserError('say where the keys go: --out DIR');
  const files = {
    private: join(out, 'license-private-key.json'),
    public: join(out, 'license-keys.json'),
  };
  for (const file of Object.values(files)) {
    if (existsSync(file)) throw new UserError(`${file} is there already`);
  }
  const { privateKey, publicKeys } = await newLicenseKeyPair();
  mkdirSync(out, { recursive: true });
  writeFileSync(files.private, json(privateKey), { mode: 0o600, flag: 'wx' });
  writeFileSync(files.public, json(publicKeys), { flag: 'wx' });
  terminal.out(`${files.private}   signs licenses: keep it to yourself
${files.public}   verifies them: build the admin service with it, or name it in AICP_LICENSE_KEYS_FILE
`);
  return 0;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A vendor's key pair as files hold it. */
export interface LicenseKeyPair {
  /** Signs licenses. Whoever has it can make any. */
  readonly privateKey: JWK;
  /** What the admin service is built with. */
  readonly publicKeys: { readonly keys: readonly JWK[] };
}

/** Makes an Ed25519 key pair; both halves carry the same `kid`, the thumbprint of RFC 7638. */
export async function newLicenseKeyPair(): Promise<LicenseKeyPair> {
  const pair = await generateKeyPair('Ed25519', { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  // Without `alg`: a key is good for both names of its algorithm.
  return {
    privateKey: { ...(await exportJWK(pair.privateKey)), kid, use: 'sig' },
    publicKeys: { keys: [{ ...publicJwk, kid, use: 'sig' }] },
  };
}

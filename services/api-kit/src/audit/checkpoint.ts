import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type JsonWebKey,
} from 'node:crypto';
import { canonicalJson } from '@aicp/contracts/snapshot/digest';

/**
 * What we signed of the chain: `anchor` says that an entry was there, so that a chain cut at its end shows; `retention` that the
 * entries up to it were dropped because their time was over.
 */
export interface Checkpoint {
  readonly seq: number;
  readonly purpose: 'anchor' | 'retention';
  readonly hash: string;
  /** ISO 8601: the timestamp of the entry. */
  readonly at: string;
  /** ISO 8601. */
  readonly created_at: string;
}

export interface SignedCheckpoint extends Checkpoint {
  /** Of the Ed25519 key that signed, base64url. */
  readonly public_key: string;
  readonly signature: string;
}

/** An Ed25519 key with both halves, as a JWK. */
export type CheckpointKey = JsonWebKey & { readonly x: string; readonly d: string };

export function newCheckpointKey(): CheckpointKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'jwk' }) as CheckpointKey;
}

export function signCheckpoint(checkpoint: Checkpoint, key: CheckpointKey): SignedCheckpoint {
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  const signature = sign(null, textOf(checkpoint), privateKey).toString('base64url');
  return { ...checkpoint, public_key: key.x, signature };
}

/** Whether the key that a checkpoint names signed it. Whether that key is ours is for the caller to say. */
export function isSigned(checkpoint: SignedCheckpoint): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: checkpoint.public_key };
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(null, textOf(checkpoint), key, Buffer.from(checkpoint.signature, 'base64url'));
  } catch (error) {
    // What is no key at all has signed nothing.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

const textOf = ({ seq, purpose, hash, at, created_at }: Checkpoint): Buffer =>
  Buffer.from(canonicalJson({ seq, purpose, hash, at, created_at }));

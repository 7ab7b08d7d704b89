import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync } from 'node:crypto';
import type { InstallationSecret } from './shared-secret.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Identifies a caller's key: two callers with one key never meet. */
export const recordIdOf = (caller: string, key: string): string =>
  hash('sha256', JSON.stringify([caller, key]));

/**
 * What fingerprints and seals the record of a request. Its keys come from the installation's secret and from the caller's key together,
 * which is stored nowhere: neither the database, nor the Secret, nor both open a sealed answer without it.
 */
export class RecordSeal {
  readonly secretId: string;
  private readonly id: string;
  private readonly derive: (purpose: string) => Buffer;
  private readonly randomBytes: (count: number) => Buffer;

  constructor(options: {
    /** Of the record. */
    id: string;
    /** The caller's Idempotency-Key. */
    key: string;
    secret: InstallationSecret;
    randomBytes: (count: number) => Buffer;
  }) {
    const { id, key, secret, randomBytes } = options;
    this.id = id;
    this.secretId = secret.id;
    this.randomBytes = randomBytes;
    this.derive = (purpose) =>
      Buffer.from(
        hkdfSync('sha256', secret.bytes, key, `aicp idempotency ${purpose} ${id}`, KEY_BYTES),
      );
  }

  /** The same for the same parts of a request, and for no others. */
  fingerprint(parts: readonly (string | null)[]): string {
    return createHmac('sha256', this.derive('fingerprint'))
      .update(JSON.stringify(parts))
      .digest('hex');
  }

  seal(text: string): string {
    const nonce = this.randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.derive('answer'), nonce);
    cipher.setAAD(Buffer.from(this.id));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** Undefined where it was sealed for another record, with other keys, or was changed since. */
  open(text: string): string | undefined {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(
      ALGORITHM,
      this.derive('answer'),
      bytes.subarray(0, NONCE_BYTES),
      { authTagLength: TAG_BYTES },
    );
    decipher.setAAD(Buffer.from(this.id));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    } catch {
      // Its tag does not fit: that is the answer.
      return undefined;
    }
  }
}

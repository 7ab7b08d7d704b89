import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  type CipherGCMTypes,
} from 'node:crypto';

/** What is sealed. What was sealed for one purpose opens for no other, and their names never meet. */
const PURPOSES = {
  answers: 'aicp answers of the cache 1',
  questions: 'aicp questions of the cache 1',
} as const;
const CIPHER: CipherGCMTypes = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const END_BYTES = 8;

/** By how much a sealed answer is longer than the answer, bytes. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES + END_BYTES;

/** An answer that was sealed. */
export interface Unsealed {
  readonly bytes: Buffer;
  /** Milliseconds since 1970. */
  readonly endsAtMs: number;
}

/**
 * Answers for a server that is not trusted with them. Each is sealed with a key of its own, made of the secret that the gateways have in common and of
 * where it is kept: bytes that somebody wrote, changed, or copied there from elsewhere open nowhere. The names under which they stand tell nothing
 * of what was asked, either, to whoever lacks the secret and would try questions.
 */
export class AnswerSeal {
  private readonly nameKey: Buffer;
  private readonly sealKey: Buffer;

  constructor(secret: string | Buffer, purpose: keyof typeof PURPOSES) {
    const keys = Buffer.from(hkdfSync('sha256', secret, '', PURPOSES[purpose], 2 * KEY_BYTES));
    this.nameKey = keys.subarray(0, KEY_BYTES);
    this.sealKey = keys.subarray(KEY_BYTES);
  }

  /** Under which name an answer stands: 43 characters. */
  nameOf(digest: Buffer): string {
    return macOf(this.nameKey, digest).toString('base64url');
  }

  seal(digest: Buffer, { bytes, endsAtMs }: Unsealed): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, macOf(this.sealKey, digest), nonce);
    const end = Buffer.alloc(END_BYTES);
    end.writeDoubleBE(endsAtMs);
    const sealed = [cipher.update(end), cipher.update(bytes), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
  }

  /** Undefined where that was not sealed for this place. */
  open(digest: Buffer, sealed: Buffer): Unsealed | undefined {
    if (sealed.length < SEAL_BYTES) return undefined;
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, macOf(this.sealKey, digest), nonce);
    decipher.setAuthTag(tag);
    const opened = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    try {
      decipher.final();
    } catch {
      // It says that the tag is another one, and nothing else.
      return undefined;
    }
    return { bytes: opened.subarray(END_BYTES), endsAtMs: opened.readDoubleBE(0) };
  }
}

const macOf = (key: Buffer, digest: Buffer): Buffer =>
  createHmac('sha256', key).update(digest).digest();

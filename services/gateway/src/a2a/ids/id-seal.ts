import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';

/** What an id names: one of a task is never taken for one of a context. */
export type IdKind = 'task' | 'context';

const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** Ids of agents are shorter; what is longer is no id of ours. */
const MOST_CHARACTERS = 4_096;

/**
 * Ids of agents as clients see them: sealed to whom they were given, so that no other tenant can use one, and so that every replica that knows the secret can open
 * what another one sealed. The same id is always sealed to the same text, for clients compare them.
 *
 * This is SIV (RFC 5297, with HMAC-SHA-256 in place of CMAC): the tag over scope, kind and id is the nonce as well.
 */
export class IdSeal {
  private readonly tagKey: Buffer;
  private readonly textKey: Buffer;

  constructor(secret: string | Buffer) {
    const keys = Buffer.from(hkdfSync('sha256', secret, '', 'aicp-a2a-ids-v1', 2 * KEY_BYTES));
    this.tagKey = keys.subarray(0, KEY_BYTES);
    this.textKey = keys.subarray(KEY_BYTES);
  }

  /** The id as somebody of this scope sees it. */
  seal(scope: string, kind: IdKind, id: string): string {
    const tag = this.tagOf(scope, kind, id);
    const cipher = createCipheriv('aes-256-ctr', this.textKey, tag);
    return Buffer.concat([tag, cipher.update(id, 'utf8'), cipher.final()]).toString('base64url');
  }

  /** The id behind what somebody of this scope sent; undefined where it was not sealed for them. */
  open(scope: string, kind: IdKind, sealed: string): string | undefined {
    if (sealed.length > MOST_CHARACTERS) return undefined;
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length <= TAG_BYTES || bytes.toString('base64url') !== sealed) return undefined;
    const tag = bytes.subarray(0, TAG_BYTES);
    const decipher = createDecipheriv('aes-256-ctr', this.textKey, tag);
    const id = Buffer.concat([decipher.update(bytes.subarray(TAG_BYTES)), decipher.final()]);
    const text = id.toString();
    return timingSafeEqual(tag, this.tagOf(scope, kind, text)) ? text : undefined;
  }

  private tagOf(scope: string, kind: IdKind, id: string): Buffer {
    const said = JSON.stringify([scope, kind, id]);
    return createHmac('sha256', this.tagKey).update(said).digest().subarray(0, TAG_BYTES);
  }
}

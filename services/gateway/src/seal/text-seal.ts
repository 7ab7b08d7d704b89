import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';

const TAG_BYTES = 16;
const KEY_BYTES = 32;

export interface TextSealOptions {
  /** What is sealed, with its version: nothing that was sealed for another purpose is ever opened. */
  readonly purpose: string;
  /** What is longer is nothing that was sealed here, characters. */
  readonly mostCharacters: number;
}

/**
 * Texts that clients carry for us, sealed to what they are bound to, so that they hold nowhere else, and so that every replica that knows the secret can open what
 * another one sealed. The same text with the same bounds is always sealed to the same one.
 *
 * This is SIV (RFC 5297, with HMAC-SHA-256 in place of CMAC): the tag over the bounds and the text is the nonce as well.
 */
export class TextSeal {
  private readonly tagKey: Buffer;
  private readonly textKey: Buffer;
  private readonly mostCharacters: number;

  constructor(secret: string | Buffer, { purpose, mostCharacters }: TextSealOptions) {
    const keys = Buffer.from(hkdfSync('sha256', secret, '', purpose, 2 * KEY_BYTES));
    this.tagKey = keys.subarray(0, KEY_BYTES);
    this.textKey = keys.subarray(KEY_BYTES);
    this.mostCharacters = mostCharacters;
  }

  /** The text as clients see it. */
  seal(bounds: readonly string[], text: string): string {
    const tag = this.tagOf(bounds, text);
    const cipher = createCipheriv('aes-256-ctr', this.textKey, tag);
    return Buffer.concat([tag, cipher.update(text, 'utf8'), cipher.final()]).toString('base64url');
  }

  /** The text behind what somebody sent; undefined where it was not sealed with these bounds. */
  open(bounds: readonly string[], sealed: string): string | undefined {
    if (sealed.length > this.mostCharacters) return undefined;
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length <= TAG_BYTES || bytes.toString('base64url') !== sealed) return undefined;
    const tag = bytes.subarray(0, TAG_BYTES);
    const decipher = createDecipheriv('aes-256-ctr', this.textKey, tag);
    const opened = Buffer.concat([decipher.update(bytes.subarray(TAG_BYTES)), decipher.final()]);
    const text = opened.toString();
    return timingSafeEqual(tag, this.tagOf(bounds, text)) ? text : undefined;
  }

  private tagOf(bounds: readonly string[], text: string): Buffer {
    const said = JSON.stringify([...bounds, text]);
    return createHmac('sha256', this.tagKey).update(said).digest().subarray(0, TAG_BYTES);
  }
}

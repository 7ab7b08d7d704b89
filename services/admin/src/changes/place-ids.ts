import { createCipheriv, createDecipheriv } from 'node:crypto';

type RandomBytes = (size: number) => Buffer;

const BLOCK_BYTES = 16;
/** In base64url. */
const ID = /^[\w-]{22}$/;

/**
 * What clients keep of places in the ring. The places count what changes in all organizations, so an id shows nothing of its place: it is one block of AES
 * over the place and a salt, and another one each time. Ids of another process, and made-up ones, lead to no place.
 */
export class PlaceIds {
  private readonly randomBytes: RandomBytes;
  private readonly key: Buffer;

  constructor(randomBytes: RandomBytes) {
    this.randomBytes = randomBytes;
    this.key = randomBytes(32);
  }

  idOf(place: number): string {
    const block = Buffer.alloc(BLOCK_BYTES);
    this.randomBytes(BLOCK_BYTES / 2).copy(block);
    block.writeBigUInt64BE(BigInt(place), BLOCK_BYTES / 2);
    const cipher = createCipheriv('aes-256-ecb', this.key, null).setAutoPadding(false);
    return cipher.update(block).toString('base64url');
  }

  /** Undefined where no place can be told. */
  placeOf(id: string): number | undefined {
    if (!ID.test(id)) return undefined;
    const decipher = createDecipheriv('aes-256-ecb', this.key, null).setAutoPadding(false);
    const block = decipher.update(Buffer.from(id, 'base64url'));
    const place = Number(block.readBigUInt64BE(BLOCK_BYTES / 2));
    return Number.isSafeInteger(place) ? place : undefined;
  }
}

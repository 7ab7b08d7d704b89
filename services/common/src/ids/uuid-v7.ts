import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** A UUIDv7 (RFC 9562): 48 bits of `nowMs`, then 74 random bits from a pool that is refilled at need. */
export function uuidV7(nowMs: number): string {
  if (used + 10 > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const time = Math.floor(nowMs).toString(16).padStart(12, '0');
  const random = pool.toString('hex', used, used + 10);
  used += 10;
  const variant = ((Number.parseInt(random.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

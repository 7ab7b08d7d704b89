import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;
const RANDOM_BYTES = 10;
const VARIANTS = '89ab';

const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;
let lastMs = -1;
let lastTime = '';

/** A UUIDv7 (RFC 9562): 48 bits of `nowMs`, then 74 random bits from a pool that is refilled at need. */
export function uuidV7(nowMs: number): string {
  if (used + RANDOM_BYTES > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.toString('hex', used, used + RANDOM_BYTES - 1);
  const variant = VARIANTS.charAt((pool[used + RANDOM_BYTES - 1] ?? 0) & 0x3);
  used += RANDOM_BYTES;
  return `${timeOf(nowMs)}-7${random.slice(0, 3)}-${variant}${random.slice(3, 6)}-${random.slice(6)}`;
}

/** The time's 12 hex digits with their hyphen; many ids are made within one millisecond. */
function timeOf(nowMs: number): string {
  if (nowMs !== lastMs) {
    const digits = Math.floor(nowMs).toString(16).padStart(12, '0');
    lastTime = `${digits.slice(0, 8)}-${digits.slice(8)}`;
    lastMs = nowMs;
  }
  return lastTime;
}

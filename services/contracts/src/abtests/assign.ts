/** The arms of a test. */
export const ARMS = ['base', 'variant'] as const;
export type Arm = (typeof ARMS)[number];

/** Shares are whole parts of so many: hundredths of a percent. */
export const BUCKETS = 10_000;

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a of 32 bits, over UTF-16 code units as GrowthBook has it: for ASCII that is the hash of the bytes. */
function fnv1a32(text: string): number {
  let hash = OFFSET_BASIS;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  }
  return hash >>> 0;
}

/**
 * Which of {@link BUCKETS} buckets a unit is in: GrowthBook's hash of version 2 times 10,000 (https://docs.growthbook.io/lib/build-your-own#hashing), so that
 * others can work out who is in which arm. The same seed and value give the same bucket everywhere and always.
 */
export const bucketOf = (seed: string, value: string): number =>
  fnv1a32(String(fnv1a32(seed + value))) % BUCKETS;

/**
 * The arm of a unit, where the variant has so many hundredths of a percent. The variant's buckets start at 0: a share that grows keeps every unit that it had.
 */
export const armOf = (seed: string, value: string, share: number): Arm =>
  bucketOf(seed, value) < share ? 'variant' : 'base';

/** A percentage as hundredths of a percent, to the nearest whole one. */
export const shareOf = (percent: number): number => Math.round((percent * BUCKETS) / 100);

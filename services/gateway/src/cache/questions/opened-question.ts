import { endianness } from 'node:os';
import type { AnswerSeal } from '../shared/answer-seal.ts';

const DIGEST_BYTES = 32;
const COUNT_BYTES = 2;
const PART_BYTES = 4;

/** A question that was answered, for other gateways. */
export interface QuestionToTell {
  /** Where its answer is kept: 32 bytes. */
  readonly digest: Buffer;
  /** Of length 1. */
  readonly vector: Float32Array;
  /** As `TextSigns` has them. */
  readonly words: string;
  /** When its answer ends: milliseconds since 1970. */
  readonly endsAtMs: number;
}

/**
 * A question that another gateway sealed for a group. Nothing makes one but the opening of such a seal, whose key is made of the group's digest, and
 * so of the group's scope: whoever sealed it had a request of that very scope. That is why a key of the cache may be made of one (`CacheKey.toldBy`).
 */
export class OpenedQuestion implements QuestionToTell {
  readonly digest: Buffer;
  readonly vector: Float32Array;
  readonly words: string;
  readonly endsAtMs: number;
  /** Objects that only look like one are none to the compiler. */
  protected readonly isOpened = true;

  private constructor({ digest, vector, words, endsAtMs }: QuestionToTell) {
    this.digest = digest;
    this.vector = vector;
    this.words = words;
    this.endsAtMs = endsAtMs;
  }

  /** Undefined where that was not sealed for the group of this digest. */
  static open(seal: AnswerSeal, group: Buffer, sealed: Buffer): OpenedQuestion | undefined {
    const { bytes, endsAtMs } = seal.open(group, sealed) ?? {};
    if (!bytes || endsAtMs === undefined || bytes.length < DIGEST_BYTES + COUNT_BYTES) {
      return undefined;
    }
    const from = DIGEST_BYTES + COUNT_BYTES;
    const count = bytes.readUInt16BE(DIGEST_BYTES);
    const end = from + count * PART_BYTES;
    if (count === 0 || end > bytes.length) return undefined;
    const vector = new Float32Array(ordered(bytes.subarray(from, end)));
    // A copy, so that 32 bytes do not hold the memory of all.
    const digest = Buffer.from(bytes.subarray(0, DIGEST_BYTES));
    return new OpenedQuestion({ digest, vector, words: bytes.toString('utf8', end), endsAtMs });
  }
}

/** Seals a question for the group of this digest. */
export function sealQuestion(
  seal: AnswerSeal,
  group: Buffer,
  { digest, vector, words, endsAtMs }: QuestionToTell,
): Buffer {
  const count = Buffer.alloc(COUNT_BYTES);
  count.writeUInt16BE(vector.length);
  const { buffer, byteOffset, byteLength } = vector;
  const parts = Buffer.from(ordered(Buffer.from(buffer, byteOffset, byteLength)));
  return seal.seal(group, {
    bytes: Buffer.concat([digest, count, parts, Buffer.from(words)]),
    endsAtMs,
  });
}

/** A copy of numbers of 4 bytes in memory of its own, which begins where numbers may. Sealed ones are little-endian, whatever the machine is. */
function ordered(numbers: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(numbers.length);
  const bytes = Buffer.from(copy);
  numbers.copy(bytes);
  if (endianness() === 'BE') bytes.swap32();
  return copy;
}

import { isDeeperThan } from '@aicp/common/json/depth';
import type { Step } from '../store/rows.ts';
import { storableJson, storableText } from '../store/storable.ts';
import type { StepEnd } from '../store/step-store.ts';

/** How a step ended before a crash; undefined: it did not. */
export function endBefore({ status, output, error }: Step): StepEnd | undefined {
  if (status !== 'completed' && status !== 'failed' && status !== 'skipped') return undefined;
  return { status, output, ...(error === null ? {} : { error }) };
}

/** What a step puts out has at most so many bytes as JSON. */
const MAX_OUTPUT_BYTES = 1_048_576;
/** Lists and objects within each other. */
const MOST_LEVELS = 128;

export const failedEnd = (error: string): StepEnd => ({
  status: 'failed',
  error: storableText(error),
});

/** Nothing that an execution could not carry along is kept. What no database takes is replaced at once: what comes after sees the same before a restart and after it. */
export function completed(output: unknown): StepEnd {
  if (isDeeperThan(output, MOST_LEVELS)) {
    return failedEnd(`it puts out lists and objects deeper than ${MOST_LEVELS} levels`);
  }
  const json = storableJson(output);
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_OUTPUT_BYTES) {
    return failedEnd(`it puts out ${bytes} bytes, of at most ${MAX_OUTPUT_BYTES}`);
  }
  const isSame = !json.includes('\ufffd');
  return { status: 'completed', output: isSame ? output : (JSON.parse(json) as unknown) };
}

const usd = (nano: bigint): string => (Number(nano) / 1e9).toString();

/** Why no step begins where what the execution may cost is spent, in nano-USD. */
export const tooExpensive = (spent: bigint, most: bigint): string =>
  `the execution has spent ${usd(spent)} USD, and may spend ${usd(most)}`;

/** Why no step begins where the execution has begun as many as it may. */
export const tooMany = (most: number): string =>
  `the execution has begun ${most} steps, rounds of foreach counted, and may begin no more: give foreach fewer items, or do a part of them in a workflow of its own`;

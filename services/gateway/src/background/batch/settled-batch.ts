import { totalOf } from '@aicp/contracts/usage/token-totals';
import { NO_TOKENS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { RuntimeModel } from '../../routing/runtime.ts';
import {
  fromTuple,
  toTuple,
  type IntentLine,
  type OutcomeLine,
} from '../../usage/journal/codec.ts';
import { outcomeText } from '../../usage/journal/encode.ts';
import { requestsOf } from '../../usage/journal/replay.ts';
import { isBelievable } from '../../usage/token-limits.ts';
import { costFor, type LeftResponse } from '../left/left-response.ts';
import type { BatchEnd } from './batch-end.ts';
import type { Use } from './held-results.ts';
import { lineIdOf } from './line-id.ts';
import type { LineResult } from './line-result.ts';

const MOST_COST = Number.MAX_SAFE_INTEGER;

/** What a batch came to. */
export interface SettledBatch {
  /** Lines of the journal: two for each of its requests. */
  readonly lines: readonly { readonly intent: string; readonly outcome: string }[];
  /** The outcome of the batch itself, which costs nothing beside its requests but what is missing of them. */
  readonly own: OutcomeLine;
  /** The same with all that its requests used, for limits and budgets. */
  readonly total: OutcomeLine;
}

/** Makes a record of each request of a batch that came to its end. `model`: who served, with the prices of its time; undefined: it is not there any more. */
export function settledBatch(
  batch: LeftResponse,
  {
    completion,
    results,
    unread = 0,
  }: BatchEnd & {
    readonly results: readonly LineResult[];
    /** Requests without a result that may have one which was not read; absent: none. */
    readonly unread?: number;
  },
  model: Pick<RuntimeModel, 'pricing'> | undefined,
): SettledBatch {
  const outcomes = results.map((result) => outcomeOf(batch, result, { completion, model }));
  const lines = outcomes.map((outcome) => ({
    intent: intentOf(batch, outcome.o),
    outcome: outcomeText(outcome),
  }));
  const missing = completion === 'complete' ? requestsOf(batch.intent) - results.length : unread;
  const { est: _, ...begun } = batch.begun;
  const end = completion === 'complete' ? {} : { end: completion };
  const own: OutcomeLine = { ...begun, ...end, ...lostOf(batch, missing, model) };
  return { lines, own, total: { ...own, ...sumOf([...outcomes, own]) } };
}

/** What is counted for requests of which a batch that is done has no result, or one that was not read, so that nobody can say what they used. */
function lostOf(
  batch: LeftResponse,
  missing: number,
  model: Parameters<typeof costFor>[2],
): Pick<OutcomeLine, 'tok' | 'cost' | 'est'> {
  const free = isPriced(batch) ? { cost: 0 } : {};
  if (missing <= 0) return { tok: toTuple(NO_TOKENS), ...free };
  const { input, output } = likelyOf(batch);
  const all = { ...NO_TOKENS, input: input * missing, output: output * missing };
  const one = costFor(batch, likelyOf(batch), model);
  const cost = one === undefined ? {} : { cost: Math.min(one * missing, MOST_COST) };
  return { tok: toTuple(all), est: 1, ...cost };
}

/** What the request of a result used, as it is settled: by which results are told apart where there are more than requests. `model` as of `settledBatch`. */
export const useOf =
  (batch: LeftResponse, model: Parameters<typeof costFor>[2]) =>
  (result: LineResult): Use => {
    if (result.status !== 200) return [0, 0];
    const tokens = countedOf(batch, result) ?? likelyOf(batch);
    return [costFor(batch, tokens, model) ?? 0, totalOf(tokens)];
  };

/** What its provider counted, where that can be. */
function countedOf({ later }: LeftResponse, { usage }: LineResult): LineResult['usage'] {
  const [input, output] = later.most;
  return usage && isBelievable(usage, { input, output }) ? usage : undefined;
}

function outcomeOf(
  batch: LeftResponse,
  result: LineResult,
  {
    completion,
    model,
  }: Pick<BatchEnd, 'completion'> & { readonly model: Parameters<typeof costFor>[2] },
): OutcomeLine {
  const { customId, status } = result;
  const o = lineIdOf(batch.id, customId);
  if (status !== 200) {
    // It was not answered, and is not billed.
    const end = status === null && completion === 'client_gone' ? completion : 'provider_failed';
    const free = isPriced(batch) ? { cost: 0 } : {};
    return { o, tok: toTuple(NO_TOKENS), est: 1, end, status, ...free };
  }
  const counted = countedOf(batch, result);
  const tokens = counted ?? likelyOf(batch);
  const cost = costFor(batch, tokens, model);
  return {
    ...{ o, tok: toTuple(tokens) },
    ...(counted ? {} : { est: 1 as const }),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** What one of its requests was likely to use. */
function likelyOf(batch: LeftResponse): TokenBuckets {
  const [input, output] = batch.intent.est;
  const count = requestsOf(batch.intent);
  return { ...NO_TOKENS, input: Math.ceil(input / count), output: Math.ceil(output / count) };
}

const isPriced = ({ later }: LeftResponse): boolean => later.unpriced !== undefined;

/** The batch's intent, as that of one of its requests. */
function intentOf({ intent, id }: LeftResponse, lineId: string): string {
  const { i: _, later: _later, att: _att, lines: _lines, req = id, ...shared } = intent;
  const line: IntentLine = { i: lineId, of: id, req, ...shared, est: [0, 0] };
  return JSON.stringify(line);
}

function sumOf(outcomes: readonly OutcomeLine[]): Pick<OutcomeLine, 'tok' | 'cost'> {
  const sum: Record<keyof TokenBuckets, number> = { ...NO_TOKENS };
  let cost: number | undefined;
  for (const outcome of outcomes) {
    const tokens = fromTuple(outcome.tok);
    for (const name of Object.keys(sum) as (keyof TokenBuckets)[]) sum[name] += tokens[name];
    if (outcome.cost !== undefined) cost = Math.min((cost ?? 0) + outcome.cost, MOST_COST);
  }
  return { tok: toTuple(sum), ...(cost === undefined ? {} : { cost }) };
}

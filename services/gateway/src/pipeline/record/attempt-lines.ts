import type { Completion } from '@aicp/contracts/usage/usage-record';
import {
  GATEWAY_DIED,
  ONLY_CREDENTIAL,
  usualOutcome,
  type AttemptLine,
} from '../../usage/journal/attempt-line.ts';
import type { Delivery, MadeAttempt } from '../exchange/phases.ts';

/** An only attempt is taken to have been as long as its request, if that is so to within this many milliseconds. */
const MOST_APART_MS = 5;

/**
 * The attempts of a request as its outcome holds them; undefined where all follows from the rest of it, which is so of nearly every request: one attempt, by
 * the only credential.
 */
export function attemptLines(
  { made, serving }: Delivery,
  { completion, ms }: { readonly completion: Completion; readonly ms: number },
): AttemptLine[] | undefined {
  const [only] = made;
  if (!only) return undefined;
  const isTold =
    made.length === 1 &&
    only.target.name === ONLY_CREDENTIAL &&
    only.record.outcome === usualOutcome(completion) &&
    only.record.reason === undefined &&
    ms - only.record.tookMs <= MOST_APART_MS;
  if (isTold) return undefined;
  const last = made.at(-1);
  return made.map((one) => ({
    ...toLine(one, one === serving && completion === 'complete'),
    ...(serving && differs(one, serving) ? placeOf(one) : {}),
    ...(one === serving && one !== last ? { served: 1 as const } : {}),
  }));
}

/** The attempts of a request that goes on, for the case that nobody will know more. The last is the one that is taken to serve it. */
export function attemptsSoFar(made: readonly MadeAttempt[]): AttemptLine[] {
  const last = made.at(-1);
  return made.map((one) => ({
    ...(one.record.outcome === undefined ? toOpenLine(one) : toLine(one, false)),
    ...(last && differs(one, last) ? placeOf(one) : {}),
  }));
}

/** One that is under way. */
const toOpenLine = ({ target: { name } }: MadeAttempt): AttemptLine => ({
  e: 'dropped',
  why: GATEWAY_DIED,
  ...(name === ONLY_CREDENTIAL ? {} : { by: name }),
});

/** A client that leaves with the last event in its hands has a whole answer. */
function toLine({ record, target }: MadeAttempt, isWhole: boolean): AttemptLine {
  const { outcome = 'dropped', reason, tookMs, firstMs } = record;
  const line: AttemptLine = { ms: rounded(tookMs) };
  if (!isWhole && outcome !== 'answered') line.e = outcome;
  if (reason !== undefined) line.why = reason;
  if (firstMs !== undefined) line.first = rounded(firstMs);
  if (target.name !== ONLY_CREDENTIAL) line.by = target.name;
  return line;
}

const placeOf = ({ model }: MadeAttempt) => ({ model: model.id, via: model.provider.id });

const differs = (one: MadeAttempt, other: MadeAttempt): boolean => one.model !== other.model;

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

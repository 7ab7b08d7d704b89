import type { Resolution } from '../routing/catalog/resolution.ts';
import type { MoneyLeft } from '../routing/request/money-left.ts';
import type { Budgets, Spender } from './budgets.ts';
import type { MoneyCounter } from './money-counter.ts';

/** Who asks for what, as far as budgets count it before it is known who serves. */
export interface MoneyAsked {
  readonly spender: Spender;
  readonly tags: Readonly<Record<string, string>> | undefined;
  readonly resolution: Resolution;
}

/** The counters of a request while nobody has decided who serves it: of models, those of the asked one. Which member of a group serves is not known. */
export function countersAsked(
  budgets: Budgets,
  { spender, tags, resolution }: MoneyAsked,
): readonly MoneyCounter[] {
  const ofModel =
    resolution.kind === 'model' ? budgets.ofModel(resolution, spender.organization) : [];
  return [...budgets.of(spender), ...budgets.ofTags(spender, tags), ...ofModel];
}

/** What is left of such a limit on a counter, in its unit; undefined where nobody knows. */
export type LeftOf = (counter: MoneyCounter, limit: number) => number | undefined;

/** What the budgets of some counters leave of their limits, 0 at least. */
export function leastLeft(
  counters: readonly MoneyCounter[],
  {
    at,
    organization,
    leftOf,
  }: {
    /** Milliseconds since 1970. */
    readonly at: number;
    /** The sender's. */
    readonly organization: string | undefined;
    readonly leftOf: LeftOf;
  },
): MoneyLeft {
  let [ofAll, ofTold]: (number | undefined)[] = [undefined, undefined];
  let isKnown = true;
  for (const counter of counters) {
    for (const { limit } of counter.standingsAt(at)) {
      const left = leftOf(counter, limit);
      isKnown &&= left !== undefined;
      const usd = Number(counter.toNanoUsd(Math.max(0, left ?? 0))) / NANO;
      ofAll = Math.min(ofAll ?? Infinity, usd);
      if (isTold(counter, organization)) ofTold = Math.min(ofTold ?? Infinity, usd);
    }
  }
  return { ofAll, ofTold, isKnown };
}

const NANO = 1e9;

/** Whether a sender may hear of the amounts of a counter: nobody in an organization is told what all organizations together have spent. */
export const isTold = (
  { subject }: Pick<MoneyCounter, 'subject'>,
  organization: string | undefined,
): boolean => subject.organization !== undefined || organization === undefined;

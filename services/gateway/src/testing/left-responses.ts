import type { Clock } from '@aicp/common/time/clock';
import type { AskedOfProvider, Told } from '../background/left/ask-provider.ts';
import {
  BackgroundResponses,
  type BackgroundResponsesOptions,
} from '../background/background-responses.ts';
import { takenOver } from '../background/taken-over.ts';
import { parseIntent, parseOutcome, type OutcomeLine } from '../usage/journal/codec.ts';
import type { Intent } from '../usage/journal/encode.ts';
import { withSettledLater, type SettledLater } from '../usage/journal/settled-later.ts';
import { model, provider, type Fragments } from './fragments.ts';
import { intentLine, keptLog, outcomeLine, testId } from './journal-lines.ts';
import { buildRuntime } from './request-facts.ts';

/** When it is given up, on the clock of these tests. */
export const UNTIL = Date.UTC(2026, 0, 2);

/** The intent of test request number `index` with which its provider goes on. */
export const leftLine = (
  index: number,
  more: Partial<SettledLater> = {},
  intent: Partial<Intent> = {},
): string =>
  withSettledLater(intentLine(index, intent), {
    ...{ at: 'up', digest: 'd', by: 'default', up: `resp_${index}`, until: UNTIL },
    ...{ most: [9_000, 9_000], unpriced: 'unknown' },
    out: outcomeLine(index, { tok: [0, 0, 0, 0, 0], est: 1, cost: undefined }),
    ...more,
  });

/** Where it lives. */
export const placeOf = (index: number) => ({
  ...{ provider: 'up', identityDigest: 'd', credential: 'default', upstreamId: `resp_${index}` },
});

/** What a provider tells of a response that came to an end with so many tokens in and out, or that runs. */
export const told = (
  status: string,
  [input, output]: readonly [number, number] = [0, 0],
): Told => ({
  kind: 'document',
  body: Buffer.from(
    JSON.stringify({
      status,
      usage:
        input + output === 0
          ? null
          : { input_tokens: input, output_tokens: output, total_tokens: input + output },
    }),
  ),
});

export const RUNNING = told('in_progress');
export const MISSING: Told = { kind: 'missing' };

const FRAGMENTS: Fragments = {
  providers: [provider('sim', { type: 'openai' })],
  models: [model('small', 'sim', { prices: { input: '1000000000', output: '2000000000' } })],
};

/** What is left of an earlier process is settled by a clock that the test turns, and a provider that `ask` plays. */
export function settleLeft<TurnedClock extends Clock>({
  clock,
  lines,
  ask,
  fragments = FRAGMENTS,
  ...more
}: {
  readonly clock: TurnedClock;
  readonly lines: readonly string[];
  readonly ask: (asked: AskedOfProvider) => Told | Promise<Told>;
  readonly fragments?: Fragments;
} & Partial<Pick<BackgroundResponsesOptions, 'ready' | 'takeOver'>>) {
  const { log, logged } = keptLog();
  const asked: string[] = [];
  const outcomes = new Map<string, OutcomeLine[]>();
  const runtime = buildRuntime(fragments);
  const backgrounds = new BackgroundResponses({
    journal: {
      settledLater: lines,
      settle: (id, line) => {
        const outcome = parseOutcome(line);
        if (outcome) outcomes.set(id, [...(outcomes.get(id) ?? []), outcome]);
      },
      refuse: (intent, line) => {
        const [request, outcome] = [parseIntent(intent), parseOutcome(line)];
        if (request && outcome)
          outcomes.set(request.i, [...(outcomes.get(request.i) ?? []), outcome]);
      },
    },
    ...{ clock, log, runtime: () => runtime },
    ready: () => Promise.resolve(),
    takeOver: () => (left) =>
      takenOver(left, { take: () => ({ settle: () => undefined }) }, runtime),
    ask: async (_, one) => {
      asked.push(`${one.method} ${one.place.upstreamId}${one.below}`);
      return await ask(one);
    },
    ...more,
  });
  /** All outcomes that request number `index` has. */
  const of = (index: number): readonly OutcomeLine[] => outcomes.get(testId(index)) ?? [];
  return {
    ...{ backgrounds, clock, asked, logged, of },
    [Symbol.asyncDispose]: () => backgrounds.stop(),
  };
}

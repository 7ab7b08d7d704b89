import { NO_TOKENS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { costOf, toPrices } from '../cost.ts';
import { carriedBy, idOf, kindOf, parseIntent, toTuple, type IntentLine } from './codec.ts';
import { outcomeText } from './encode.ts';
import { readLines, type Segment } from './segments.ts';

/** The intents that no outcome followed, by id, as their lines. */
export async function findOpenIntents(segments: readonly Segment[]): Promise<Map<string, string>> {
  const open = new Map<string, string>();
  for (const segment of segments.slice(await firstToRead(segments))) {
    for await (const line of readLines(segment)) {
      const kind = kindOf(line);
      if (kind === 'intent') open.set(idOf(line), line);
      else if (kind === 'outcome') open.delete(idOf(line));
    }
  }
  return open;
}

/** The newest segment that repeats all that was open when it began: nothing before it is still open elsewhere. */
async function firstToRead(segments: readonly Segment[]): Promise<number> {
  for (let index = segments.length - 1; index > 0; index -= 1) {
    const segment = segments[index];
    if (segment && (await hasWholeHead(segment))) return index;
  }
  return 0;
}

async function hasWholeHead(segment: Segment): Promise<boolean> {
  let missing: number | undefined;
  for await (const line of readLines(segment)) {
    missing = missing === undefined ? carriedBy(line) : missing - 1;
    if (missing === undefined) return false;
    if (missing === 0) return true;
  }
  return false;
}

/**
 * The outcome of a request that was under way when the gateway died: nobody knows whether it was answered, so that it counts with
 * the tokens that were likely, at the prices of its time. Undefined where the intent is damaged.
 */
export function unknownOutcome(line: string): string | undefined {
  const intent = parseIntent(line);
  if (!intent) return undefined;
  const [input, output] = intent.est;
  const tokens: TokenBuckets = { ...NO_TOKENS, input, output };
  return outcomeText({
    o: intent.i,
    tok: toTuple(tokens),
    est: 1,
    end: 'unknown',
    status: null,
    cost: likelyCost(intent, tokens),
  });
}

function likelyCost({ prices }: IntentLine, tokens: TokenBuckets): number | undefined {
  if (!prices) return undefined;
  const [input, output] = prices;
  const likely = { ...(input === null ? {} : { input }), ...(output === null ? {} : { output }) };
  return costOf(tokens, toPrices(likely)) ?? undefined;
}

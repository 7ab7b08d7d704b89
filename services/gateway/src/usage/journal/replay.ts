import type { Logger } from '@aicp/common/log/logger';
import { costOf, ONE_REQUEST } from '@aicp/contracts/prices/cost';
import { toPrices } from '@aicp/contracts/prices/prices';
import { NO_TOKENS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { LONGEST_ANSWER } from '../token-estimator.ts';
import { MOST_TOKENS } from '../token-limits.ts';
import {
  idOf,
  kindOf,
  parseHead,
  parseIntent,
  parseOutcome,
  toTuple,
  type IntentLine,
} from './codec.ts';
import { systemDisk, type JournalDisk } from './disk.ts';
import { outcomeText } from './encode.ts';
import { readLines, type Segment } from './segments.ts';
import { isSettledLater } from './settled-later.ts';

/** The intents that no outcome followed, by id, as their lines. */
export async function findOpenIntents(
  segments: readonly Segment[],
  disk: JournalDisk = systemDisk,
): Promise<Map<string, string>> {
  const open = new Map<string, string>();
  for (const segment of segments.slice(await firstToRead(segments, disk))) {
    for await (const line of readLines(segment, disk)) {
      const kind = kindOf(line);
      if (kind === 'intent') open.set(idOf(line), line);
      else if (kind === 'outcome') open.delete(idOf(line));
    }
  }
  return open;
}

/** The newest segment that repeats all that was open when it began: nothing before it is still open elsewhere. */
async function firstToRead(segments: readonly Segment[], disk: JournalDisk): Promise<number> {
  for (let index = segments.length - 1; index > 0; index -= 1) {
    const segment = segments[index];
    if (segment && (await hasWholeHead(segment, disk))) return index;
  }
  return 0;
}

async function hasWholeHead(segment: Segment, disk: JournalDisk): Promise<boolean> {
  let missing: number | undefined;
  for await (const line of readLines(segment, disk)) {
    missing = missing === undefined ? linesAfter(line) : missing - 1;
    if (missing === undefined) return false;
    if (missing === 0) return true;
  }
  return false;
}

/** How many lines belong to a head. */
function linesAfter(line: string): number | undefined {
  const head = parseHead(line);
  return head && head.carried + head.again;
}

/**
 * The outcomes of requests that were under way when the gateway died: nobody knows whether they were answered, so that they count with
 * the tokens that were likely, at the prices of their time, and with the attempts that were begun. An intent that is damaged gets none.
 */
export function unknownOutcomes(intents: readonly string[], log: Logger): string[] {
  const outcomes = intents.flatMap((intent) => {
    const outcome = unknownOutcome(intent);
    if (outcome === undefined) {
      log.warn({ line: intent.slice(0, 300) }, 'journal_line_unreadable');
    }
    return outcome ?? [];
  });
  if (intents.length > 0) log.info({ requests: outcomes.length }, 'journal_replayed');
  return outcomes;
}

/** Whether a request stays under way, as its provider goes on with it. One of which nobody could read where it is would do so for good. */
export function goesOn(line: string): boolean {
  if (!isSettledLater(line)) return false;
  const later = parseIntent(line)?.later;
  return later !== undefined && parseOutcome(later.out) !== undefined;
}

/** The outcome of one such request; undefined where its intent is damaged. */
export function unknownOutcome(line: string): string | undefined {
  const intent = parseIntent(line);
  if (!intent) return undefined;
  // Whatever an intent claims, also one of an earlier version: no request is billed for more than can be.
  const input = Math.min(intent.est[0], MOST_TOKENS);
  const output = Math.min(intent.est[1], LONGEST_ANSWER * requestsOf(intent));
  const tokens: TokenBuckets = { ...NO_TOKENS, input, output };
  const { att, now } = intent;
  return outcomeText({
    o: intent.i,
    tok: toTuple(tokens),
    est: 1,
    end: 'unknown',
    status: null,
    ...(att ? { tries: att.length, att } : {}),
    ...(now ? { model: now.model, via: now.via, ver: now.ver } : {}),
    cost: costByIntent(intent, tokens, { requests: requestsOf(intent) }),
  });
}

/** How many requests one stands for: those of a batch, or itself. An earlier version says it of those alone with which their providers go on. */
export const requestsOf = ({ lines, later }: IntentLine): number => lines ?? later?.lines ?? 1;

/** What tokens cost by the prices in an intent, which has one price for all input alike; undefined where it has none. `pieces`: of how many requests they are. */
export function costByIntent(
  { prices: first, now }: Pick<IntentLine, 'prices' | 'now'>,
  tokens: TokenBuckets,
  pieces = ONE_REQUEST,
): number | undefined {
  const prices = now ? now.prices : first;
  if (!prices) return undefined;
  const [input, output, perRequest] = prices;
  const likely = { input: input ?? undefined, output: output ?? undefined, perRequest };
  return costOf(tokens, toPrices(likely, 'chat'), pieces) ?? undefined;
}

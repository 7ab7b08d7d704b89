import type { Standing } from '@aicp/common/counters/counters';
import { isOfTokens, type Limit } from '@aicp/contracts/limits/limit';

/**
 * Adds what OpenAI's clients read of limits to a flat list of headers: of all limits on requests the one that leaves the fewest, and the
 * same of tokens. How many there may be at the same time is no such limit.
 */
export function addRateLimitHeaders(
  headers: string[],
  limits: readonly Limit[],
  standings: readonly (Standing | undefined)[],
): void {
  addOf('requests', headers, least(limits, standings, false));
  addOf('tokens', headers, least(limits, standings, true));
}

interface Least {
  readonly limit: Limit;
  readonly standing: Standing;
}

function least(
  limits: readonly Limit[],
  standings: readonly (Standing | undefined)[],
  ofTokens: boolean,
): Least | undefined {
  let found: Limit | undefined;
  let left: Standing | undefined;
  let index = 0;
  for (const limit of limits) {
    const standing = standings[index];
    index += 1;
    if (!standing || limit.measure === 'concurrent' || isOfTokens(limit) !== ofTokens) continue;
    if (left && left.remaining <= standing.remaining) continue;
    found = limit;
    left = standing;
  }
  return found && left && { limit: found, standing: left };
}

function addOf(what: 'requests' | 'tokens', headers: string[], left: Least | undefined): void {
  if (!left) return;
  const { limit, standing } = left;
  headers.push(`x-ratelimit-limit-${what}`, String(standing.limit ?? limit.limit));
  headers.push(`x-ratelimit-remaining-${what}`, String(standing.remaining));
  headers.push(`x-ratelimit-reset-${what}`, durationOf(standing.resetMs));
}

const SECOND_MS = 1000;

/** A duration as OpenAI writes it: `820ms`, `12s`, `6m0s`, `23h59m59s`. From a second on, rounded up to whole ones. */
export function durationOf(ms: number): string {
  if (ms < SECOND_MS) return `${Math.ceil(ms)}ms`;
  const seconds = Math.ceil(ms / SECOND_MS);
  const minutes = Math.floor(seconds / 60);
  const rest = `${seconds % 60}s`;
  if (minutes === 0) return rest;
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes}m${rest}` : `${hours}h${minutes % 60}m${rest}`;
}

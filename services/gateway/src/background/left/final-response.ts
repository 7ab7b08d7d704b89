import { parseJson } from '@aicp/common/json/parse-json';
import { NO_TOKENS, type Completion, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { isObject } from '../../formats/json/members.ts';
import { bucketsOf } from '../../protocols/openai-responses/response-usage.ts';
import { isBelievable } from '../../usage/token-limits.ts';

/** What a response that ran in the background came to; `tokens` undefined: nobody counted, and it counts with what was likely. */
export interface FinalResponse {
  readonly completion: Completion;
  readonly tokens: TokenBuckets | undefined;
}

const COMPLETIONS: Readonly<Record<string, Completion>> = {
  completed: 'complete',
  incomplete: 'complete',
  failed: 'provider_failed',
  cancelled: 'client_gone',
};

/** Reads a response; undefined where it is still under way, or none. `most`: tokens that are believed. */
export function finalResponse(
  body: Buffer,
  [input, output]: readonly [input: number, output: number],
): FinalResponse | undefined {
  const response = parseJson(body.toString());
  if (!isObject(response) || typeof response.status !== 'string') return undefined;
  const completion = Object.hasOwn(COMPLETIONS, response.status)
    ? COMPLETIONS[response.status]
    : undefined;
  if (completion === undefined) return undefined;
  const counted = bucketsOf(response.usage, response.tool_usage);
  if (counted) {
    const { misfit: _, ...tokens } = counted;
    return { completion, tokens: isBelievable(tokens, { input, output }) ? tokens : undefined };
  }
  // What failed and has no usage is not billed; what was cancelled may be, for what was made by then.
  return { completion, tokens: completion === 'provider_failed' ? NO_TOKENS : undefined };
}

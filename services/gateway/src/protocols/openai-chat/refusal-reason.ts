import { parseJson } from '@aicp/common/json/parse-json';
import type { RefusalReason } from '@aicp/contracts/routing/catalog/resolution';

/** What vendors call a request that is too long for the model, as code, type or in words. */
const TOO_LONG =
  /context_length_exceeded|context_window_exceeded|string_above_max_length|maximum context length|context (?:window|length|size)|prompt is too long|input is too long|too many (?:input |prompt )?tokens|input (?:token count|length)[^.]{0,80}exceeds?|exceeds? the (?:maximum|available) (?:number of (?:input )?tokens|context|input length)|reduce the length of the (?:messages|prompt|input)/i;
/** What they call one that they do not want to hear. */
const NOT_HEARD =
  /content_filter|content_policy|contentfilter|responsibleaipolicyviolation|content (?:management |usage )?policy|content filter(?:ing)?|safety system|moderation_blocked|data_inspection_failed/i;
/** Other statuses have other reasons. */
const STATUSES: readonly number[] = [400, 413, 422];
/** Errors say what they are in their first words. */
const LONGEST = 2000;

/** Why a provider refused a request with this error, as far as another model may take it. */
export function refusalReason(body: Buffer, status: number): RefusalReason | undefined {
  if (!STATUSES.includes(status)) return undefined;
  const words = wordsOf(parseJson(body.toString()));
  if (NOT_HEARD.test(words)) return 'content_policy';
  return TOO_LONG.test(words) ? 'context_window' : undefined;
}

/** The members of an error that say what it is: `error.code`, `type`, `message` and `innererror.code`, or the same without `error`. */
function wordsOf(value: unknown): string {
  const error = memberOf(value, 'error') ?? value;
  if (typeof error === 'string') return error.slice(0, LONGEST);
  return [
    memberOf(error, 'code'),
    memberOf(error, 'type'),
    memberOf(memberOf(error, 'innererror'), 'code'),
    memberOf(error, 'message') ?? memberOf(error, 'detail'),
  ]
    .filter((word) => typeof word === 'string')
    .join(' ')
    .slice(0, LONGEST);
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

import { parseJson } from '@aicp/common/json/parse-json';
import type { JsonObject } from '../../formats/conversation/conversation.ts';
import { isCustomId } from '../../batches/kept/custom-id.ts';
import { isObject } from '../../formats/json/members.ts';
import { toBuckets } from '../../protocols/openai-chat/usage-object.ts';
import { bucketsOf } from '../../protocols/openai-responses/response-usage.ts';
import type { CountedTokens } from '../../protocols/protocol.ts';

/** What became of one request of a batch. */
export interface LineResult {
  readonly customId: string;
  /** Of its answer; null: it has none. */
  readonly status: number | null;
  /** As the provider counted them; undefined: it did not. */
  readonly usage: CountedTokens | undefined;
}

/** Reads a line of a file of results; undefined where it is none. */
export function lineResultOf(line: string): LineResult | undefined {
  const value = parseJson(line);
  if (!isObject(value)) return undefined;
  const { custom_id: customId, response } = value;
  if (!isCustomId(customId)) return undefined;
  if (!isObject(response)) return { customId, status: null, usage: undefined };
  const { body, status_code: status } = response;
  if (!isStatus(status)) return undefined;
  const usage = isObject(body) ? usageOf(body) : undefined;
  return { customId, status, usage };
}

/** A record has no other. */
const isStatus = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599;

/** Chats and embeddings count otherwise than responses. */
const usageOf = ({ usage, tool_usage }: JsonObject): CountedTokens | undefined =>
  isObject(usage) && Object.hasOwn(usage, 'input_tokens')
    ? bucketsOf(usage, tool_usage)
    : toBuckets(usage);

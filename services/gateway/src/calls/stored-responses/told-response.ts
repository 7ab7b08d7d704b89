import { parseJson } from '@aicp/common/json/parse-json';
import type { JsonObject } from '../../formats/conversation/conversation.ts';
import { isObject, textOf } from '../../formats/json/members.ts';
import type { IdNaming } from '../../held/holding.ts';
import { badRequest, type Refusal } from '../../pipeline/exchange/refusal.ts';
import { replay } from '../../protocols/openai-responses/replay/replay.ts';
import { nameResponse } from '../../protocols/response-ids/name-ids.ts';
import { guardItems } from '../../protocols/responses-texts/guarded-items.ts';
import { guardResponse } from '../../protocols/responses-texts/guarded-response.ts';
import { ResponsesTexts } from '../../protocols/responses-texts/responses-texts.ts';
import type { Caller } from '../caller.ts';
import type { CallGuards, GuardedBytes } from '../guarding/call-guards.ts';
import type { Located } from './locate-response.ts';

/** A response with our ids in it, but for those of files: guardrails look at it before. */
export function named(caller: Caller, { id, held, provider }: Located, body: Buffer): Buffer {
  const { heldIds } = caller.gateway;
  const { credential, model } = held;
  const place = { provider: provider.id, identity: provider.identity, credential, model };
  const naming: IdNaming = {
    answer: () => id,
    previous: (upstreamId) => heldIds.seal(caller.principal, 'response', { ...place, upstreamId }),
  };
  return nameResponse(body, naming);
}

/** A response as guardrails let it be had once more; undefined where it is none, and nobody can look at it. */
export async function guardedResponse(
  guards: CallGuards | undefined,
  body: Buffer,
): Promise<GuardedBytes | undefined> {
  if (!guards) return { stop: undefined, bytes: body };
  if (!isObject(parseJson(body.toString()))) return undefined;
  return await guards.answer(body, guardResponse);
}

/**
 * What was said to a model and what it answered, as guardrails let both be had now; undefined where it is no list, and nobody can look at it. Guardrails on
 * answers look first: what those on requests replace is not to be put back.
 */
export async function guardedItems(
  guards: CallGuards | undefined,
  body: Buffer,
): Promise<GuardedBytes | undefined> {
  if (!guards) return { stop: undefined, bytes: body };
  const list = parseJson(body.toString());
  if (!isObject(list) || !Array.isArray(list.data)) return undefined;
  const answered = await guards.answer(Buffer.from(JSON.stringify(list.data)), guardItems);
  if (answered.stop) return { stop: answered.stop, bytes: body };
  // Written as the request that they came with.
  const texts = new ResponsesTexts(Buffer.from(`{"input":${answered.bytes.toString()}}`));
  const { stop, replaced } = await guards.prompt(texts);
  const { input } = JSON.parse(texts.withTexts(replaced).toString()) as { input: unknown };
  return { stop, bytes: Buffer.from(JSON.stringify(listWith(list, input))) };
}

const ITEM_ID = /^[\w-]{1,200}$/;

/** A list with other items in it. What else it may say is left out. */
function listWith(list: JsonObject, data: unknown): JsonObject {
  const idOf = (value: unknown): string | null =>
    typeof value === 'string' && ITEM_ID.test(value) ? value : null;
  return {
    ...{ object: 'list', data, first_id: idOf(list.first_id), last_id: idOf(list.last_id) },
    has_more: list.has_more === true,
  };
}

/** A response as a stream of events, from behind the one with the number `after`; a refusal where it cannot be told so. */
export function streamedResponse(body: Buffer, after: number): Buffer | Refusal {
  if (!replay.isRepeatable(body)) {
    const status = textOf(statusOf(body)) ?? 'unknown';
    return badRequest(
      `Only complete responses that call no tools are given as streams, and this one is not one (its status is ${status}): leave stream out.`,
      'stream',
    );
  }
  const events = replay
    .streamOf(body, true)
    .toString()
    .split(/(?<=\n\n)/);
  return Buffer.from(events.slice(after + 1).join(''));
}

function statusOf(body: Buffer): unknown {
  const response = parseJson(body.toString());
  return isObject(response) ? response.status : undefined;
}

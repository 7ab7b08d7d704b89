import { parseJson } from '@aicp/common/json/parse-json';
import { isObject, listOf, textOf } from '../../formats/json/members.ts';
import type { IdNaming } from '../../held/holding.ts';
import type { Stop } from '../../guardrails/output/output-guard.ts';
import { badRequest, type Refusal } from '../../pipeline/exchange/refusal.ts';
import { replay } from '../../protocols/openai-responses/replay/replay.ts';
import { nameResponse } from '../../protocols/response-ids/name-ids.ts';
import { guardResponse } from '../../protocols/responses-texts/guarded-response.ts';
import { ResponsesTexts } from '../../protocols/responses-texts/responses-texts.ts';
import type { Caller } from '../caller.ts';
import type { CallGuards, GuardedBytes } from '../guarding/call-guards.ts';
import type { Located } from './locate-response.ts';

/** A response with our ids in it. */
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

/** A response as guardrails let it be had once more. */
export async function guardedResponse(
  guards: CallGuards | undefined,
  body: Buffer,
): Promise<GuardedBytes> {
  if (!guards || !isObject(parseJson(body.toString()))) return { stop: undefined, bytes: body };
  return await guards.answer(body, (bytes, guard) => guardResponse(bytes, guard));
}

/** What was said to a model, as guardrails let it be said. */
export async function guardedItems(
  guards: CallGuards | undefined,
  body: Buffer,
): Promise<{ readonly stop: Stop | undefined; readonly bytes: Buffer }> {
  const list = parseJson(body.toString());
  if (!guards || !isObject(list)) return { stop: undefined, bytes: body };
  // Written as the request that they came with.
  const texts = new ResponsesTexts(Buffer.from(JSON.stringify({ input: listOf(list.data) })));
  const { stop, replaced } = await guards.prompt(texts);
  if (stop || replaced.size === 0) return { stop, bytes: body };
  const { input: data } = JSON.parse(texts.withTexts(replaced).toString()) as { input: unknown };
  return { stop, bytes: Buffer.from(JSON.stringify({ ...list, data })) };
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

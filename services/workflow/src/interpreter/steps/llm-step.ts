import type { StepWith } from '@aicp/contracts/workflows/steps/step-types';
import { z } from 'zod';
import { costOf, jsonIn } from '../../gateway/answers.ts';
import type { GatewayAnswer } from '../../gateway/gateway-answer.ts';
import type { GatewayClient } from '../../gateway/gateway-client.ts';
import { failed, type Action, type ActionResult } from '../action.ts';
import { refusedBy } from './refused-by.ts';

const chat = z.object({
  model: z.string().default(''),
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z
    .object({
      prompt_tokens: z.int().default(0),
      completion_tokens: z.int().default(0),
      total_tokens: z.int().default(0),
    })
    .default({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }),
});

/** Asks a model, as whoever started the execution. */
export const llm =
  (gateway: Pick<GatewayClient, 'send'>): Action<StepWith<'llm'>> =>
  async ({ execution, step, with: given, signal }) => {
    const answer = await gateway.send({
      path: '/v1/chat/completions',
      body: bodyOf(given),
      delegator: execution.starter.delegator,
      ...{ execution, step: step.id, use: 'model', signal },
    });
    return answer.status === 200 ? resultOf(answer, given) : refusedBy(answer);
  };

function bodyOf(given: StepWith<'llm'>) {
  const { model, prompt, messages, system, max_tokens, temperature, json, response_format } = given;
  const said = messages ?? [{ role: 'user' as const, content: prompt ?? '' }];
  const format = response_format ?? (json === true ? { type: 'json_object' } : undefined);
  return {
    ...(model === undefined ? {} : { model }),
    messages: system === undefined ? said : [{ role: 'system' as const, content: system }, ...said],
    ...(max_tokens === undefined ? {} : { max_tokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(format === undefined ? {} : { response_format: format }),
  };
}

function resultOf(
  answer: GatewayAnswer,
  { json, response_format: format }: StepWith<'llm'>,
): ActionResult {
  const costNano = costOf(answer);
  const { data } = chat.safeParse(jsonIn(answer.text));
  if (!data) return { ...failed('the answer is no chat completion', true), costNano };
  const { model, usage, choices } = data;
  const text = choices[0]?.message.content ?? '';
  const used = { tokens: usage.total_tokens, costNano };
  const isJson = json === true || format !== undefined;
  const read = isJson ? jsonIn(withoutFence(text)) : undefined;
  if (json === true && (typeof read !== 'object' || read === null)) {
    return { ...failed('the model was asked for a JSON object, and answered none', true), ...used };
  }
  const output = { text, model, usage, ...(read === undefined ? {} : { json: read }) };
  return { ok: true, output, ...used };
}

/** Many models put JSON between fences, whatever they are asked for. */
const withoutFence = (text: string): string =>
  /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(text)?.[1] ?? text;

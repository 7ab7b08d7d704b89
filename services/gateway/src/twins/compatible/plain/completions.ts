import { z } from 'zod';
import { answerFor, failureOf, piecesOf, type TwinAnswer } from '../../kit/answer-for.ts';
import { eventsReply, jsonReply } from '../../kit/start-twin.ts';
import { plainRoute, type PlainFault } from './plain-route.ts';

/* Old completions as OpenAI has them (its API reference, "Create completion"). */

/** Fixed, so that the same question has the same answer. */
const HEAD = { id: 'cmpl-twin', object: 'text_completion', created: 1_760_000_000 };
const MOST_TOKENS = 16;
const MOST_CHOICES = 128;

const ids = z.array(z.int().min(0)).min(1);
const penalty = z.number().min(-2).max(2).nullish();
const count = z.int().min(1).nullish();

const request = z.strictObject({
  model: z.string().min(1),
  prompt: z.union([z.string(), z.array(z.string()).min(1), ids, z.array(ids).min(1)]).nullish(),
  best_of: z.int().min(1).max(20).nullish(),
  echo: z.boolean().nullish(),
  frequency_penalty: penalty,
  logit_bias: z.record(z.string(), z.number()).nullish(),
  logprobs: z.int().min(0).max(5).nullish(),
  max_tokens: count,
  n: z.int().min(1).max(MOST_CHOICES).nullish(),
  presence_penalty: penalty,
  seed: z.int().nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_usage: z.boolean().optional() }).nullish(),
  suffix: z.string().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  user: z.string().optional(),
});
type Asked = z.output<typeof request>;

/** OpenAI's own, which its models of chats refuse. */
export const OPENAI_COMPLETIONS = plainRoute('/completions', request, (asked) => {
  const prompts = promptsOf(asked.prompt);
  const mistake = mistakeIn(asked) ?? failing(prompts);
  if (mistake) return mistake;
  const choices = prompts.flatMap((prompt) =>
    Array.from({ length: asked.n ?? 1 }, () => choiceOf(prompt, asked)),
  );
  const breaks = choices.some(({ answer }) => answer.breaks);
  if (asked.stream === true) return eventsReply(eventsOf(choices, asked, prompts), breaks);
  return { ...jsonReply(documentOf(choices, asked, prompts)), breaks };
});

function mistakeIn({ model, n, best_of, stream, stream_options }: Asked): PlainFault | undefined {
  const of = (message: string, param: string, status = 400) => ({ status, message, param });
  if (/^(?:gpt-[45]|gpt-3\.5-turbo(?!-instruct)|o\d)/.test(model))
    return of(
      'This is a chat model and not supported in the v1/completions endpoint. Did you mean to use v1/chat/completions?',
      'model',
      404,
    );
  const most = n ?? 1;
  const best = best_of ?? most;
  if (best < most) return of('best_of must be greater than or equal to n.', 'best_of');
  if (best > most && stream === true) return of('best_of cannot be used with stream.', 'best_of');
  if (stream_options && stream !== true)
    return of('stream_options can only be defined when stream is true.', 'stream_options');
  return undefined;
}

function failing(prompts: readonly string[]): PlainFault | undefined {
  const status = failureOf({ text: prompts.join('\n') });
  return status === undefined ? undefined : { status, message: `It fails with ${status}.` };
}

/** The texts that are to go on; ids of tokens are words of their own. */
function promptsOf(prompt: Asked['prompt']): string[] {
  const several: readonly (string | number | readonly number[])[] =
    typeof prompt === 'string' ? [prompt] : (prompt ?? ['<|endoftext|>']);
  const single = several.filter((one) => typeof one === 'number');
  if (single.length > 0) return [single.join(' ')];
  return several.map((one) => (typeof one === 'string' ? one : [one].flat().join(' ')));
}

interface Choice {
  readonly text: string;
  readonly answer: TwinAnswer;
}

function choiceOf(prompt: string, { stop, max_tokens, echo }: Asked): Choice {
  const answer = answerFor({
    ...{ text: prompt, promptCharacters: prompt.length, maxTokens: max_tokens ?? MOST_TOKENS },
    stop: typeof stop === 'string' ? [stop] : (stop ?? undefined),
  });
  return { text: echo === true ? prompt + answer.text : answer.text, answer };
}

const reasonOf = ({ answer: { end } }: Choice): string => {
  if (end === 'length') return 'length';
  return end === 'filter' ? 'content_filter' : 'stop';
};

function usageOf(choices: readonly Choice[], prompts: readonly string[]) {
  const prompt_tokens = prompts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  const completion_tokens = choices.reduce((sum, { answer }) => sum + answer.usage.output, 0);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

const documentOf = (choices: readonly Choice[], { model }: Asked, prompts: readonly string[]) => ({
  ...HEAD,
  model,
  choices: choices.map((choice, index) => ({
    ...{ text: choice.text, index, logprobs: null, finish_reason: reasonOf(choice) },
  })),
  usage: usageOf(choices, prompts),
});

function eventsOf(
  choices: readonly Choice[],
  { model, stream_options }: Asked,
  prompts: readonly string[],
): string[] {
  const wantsUsage = stream_options?.include_usage === true;
  const chunk = (of: readonly object[], usage: object | null): object => ({
    ...{ ...HEAD, model, choices: of },
    ...(wantsUsage ? { usage } : {}),
  });
  const chunks = choices.flatMap((choice, index) => [
    ...piecesOf(choice.text).map((text) => ({ text, index, logprobs: null, finish_reason: null })),
    { text: '', index, logprobs: null, finish_reason: reasonOf(choice) },
  ]);
  const all = chunks.map((one) => chunk([one], null));
  if (wantsUsage) all.push(chunk([], usageOf(choices, prompts)));
  return [...all.map((one) => `data: ${JSON.stringify(one)}\n\n`), 'data: [DONE]\n\n'];
}

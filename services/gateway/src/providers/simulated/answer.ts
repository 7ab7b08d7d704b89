import { probabilityOf, type Choice } from './choices.ts';

/** What sets two equal answers apart. */
export interface Stamp {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
}

/** An answer before it has a form. */
export interface Answer extends Stamp {
  readonly model: string;
  readonly choices: readonly Choice[];
  readonly promptTokens: number;
  /** How many alternatives are told of each token; undefined where no probabilities are. */
  readonly alternatives: number | undefined;
}

/** A stamp for a new answer. `random` gives [0, 1). */
export const newStamp = (nowMs: number, random: () => number): Stamp => ({
  id: `chatcmpl-${Math.floor(random() * 2 ** 52).toString(36)}`,
  created: Math.floor(nowMs / 1000),
});

function usageOf({ promptTokens, choices }: Answer) {
  const tokens = choices.reduce((sum, choice) => sum + choice.tokens.length, 0);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: tokens,
    total_tokens: promptTokens + tokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}

/** The answer as one JSON document. */
export function jsonAnswer(answer: Answer): Buffer {
  return Buffer.from(
    JSON.stringify({
      id: answer.id,
      object: 'chat.completion',
      created: answer.created,
      model: answer.model,
      choices: answer.choices.map((choice) => ({
        index: choice.index,
        message: messageOf(choice),
        logprobs: logprobsOf(choice, choice.tokens, answer.alternatives) ?? null,
        finish_reason: choice.finish,
      })),
      usage: usageOf(answer),
    }),
  );
}

function messageOf({ call, tokens }: Choice) {
  const said = tokens.join('');
  if (!call) return { role: 'assistant', content: said, refusal: null };
  const called = { id: call.id, type: 'function', function: { name: call.name, arguments: said } };
  return { role: 'assistant', content: null, refusal: null, tool_calls: [called] };
}

/** Probabilities are told of text alone. */
function logprobsOf({ call }: Choice, tokens: readonly string[], alternatives: number | undefined) {
  if (alternatives === undefined || call) return undefined;
  return { content: tokens.map((token) => probabilityOf(token, alternatives)), refusal: null };
}

/** The answer as events: a chunk a token of each choice in turn, the reasons to finish, usage where it is wanted, [DONE]. */
export function streamAnswer(answer: Answer, includeUsage: boolean): Buffer[] {
  const { id, created, model, choices } = answer;
  const event = (more: object) => {
    const head = { id, object: 'chat.completion.chunk', created, model };
    return `data: ${JSON.stringify({ ...head, ...more })}\n\n`;
  };
  const usage = includeUsage ? { usage: null } : {};
  const chunk = (choice: object) => Buffer.from(event({ choices: [choice], ...usage }));
  const perChoice = choices.map((choice) => choiceChunks(choice, answer.alternatives).map(chunk));
  const length = Math.max(...perChoice.map((chunks) => chunks.length));
  const chunks = Array.from({ length }, (_, at) =>
    perChoice.flatMap((own) => own[at] ?? []),
  ).flat();
  const tail = includeUsage ? event({ choices: [], usage: usageOf(answer) }) : '';
  return [...chunks, Buffer.from(`${tail}data: [DONE]\n\n`)];
}

function choiceChunks(choice: Choice, alternatives: number | undefined): object[] {
  const { index, call, tokens, finish } = choice;
  const deltas = call ? callDeltas(call, tokens) : textDeltas(tokens);
  const spoken = deltas.map((delta, at) => {
    const logprobs = logprobsOf(choice, tokens.slice(at, at + 1), alternatives);
    return { index, delta, ...(logprobs && { logprobs }), finish_reason: null };
  });
  return [...spoken, { index, delta: {}, finish_reason: finish }];
}

const textDeltas = (tokens: readonly string[]): object[] =>
  tokens.map((content, at) => (at === 0 ? { role: 'assistant', content } : { content }));

function callDeltas(call: NonNullable<Choice['call']>, tokens: readonly string[]): object[] {
  const { id, name } = call;
  const begun = { index: 0, id, type: 'function', function: { name, arguments: '' } };
  return [
    { role: 'assistant', content: null, tool_calls: [begun] },
    ...tokens.map((text) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
  ];
}

import { signatureOf } from '../../kit/answer-for.ts';
import { TwinRefusal, type TwinRequest } from '../../kit/start-twin.ts';
import type { TwinQuestion, TwinTool } from '../../kit/twin-question.ts';
import { responsesRequest, type InputItem, type ResponsesRequest } from './responses-request.ts';

/** An error as OpenAI says it. */
export const refused = (
  status: number,
  message: string,
  param: string | null,
  code: string | null,
) =>
  new TwinRefusal(status, {
    error: { message, type: status >= 500 ? 'server_error' : 'invalid_request_error', param, code },
  });

/** A request that OpenAI would take; throws its refusal of one that it would not. `before`: what was said before it, where it goes on from another. */
export function readRequest(
  body: Buffer,
  before: (asked: ResponsesRequest) => readonly InputItem[] = () => [],
): { readonly asked: ResponsesRequest; readonly whole: ResponsesRequest } {
  const { data, error } = responsesRequest.safeParse(jsonBody(body));
  if (error) {
    const issue = error.issues[0];
    const param = issue?.path.join('.') ?? '';
    const keys = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : '';
    const message = keys === '' ? `Invalid value for '${param}'.` : `Unknown parameter: '${keys}'.`;
    throw refused(400, message, param, keys === '' ? 'invalid_value' : 'unknown_parameter');
  }
  const whole = wholeOf(data, before(data));
  checkItems(whole);
  return { asked: data, whole };
}

function wholeOf(asked: ResponsesRequest, before: readonly InputItem[]): ResponsesRequest {
  const { input } = asked;
  if (before.length === 0) return asked;
  const said = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input;
  return { ...asked, input: [...before, ...said] };
}

/** Throws a refusal where a request has no key. */
export function checkKey({ headers }: TwinRequest): void {
  if (!/^Bearer \S+$/.test(headers.authorization ?? ''))
    throw refused(401, 'You didn’t provide an API key.', null, 'invalid_api_key');
}

/** A body as JSON; throws a refusal of one that is none. */
export function jsonBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw refused(400, 'We could not parse the JSON body of your request.', null, null);
  }
}

/** Every call is answered, every answer has its call, and what is encrypted was encrypted here. */
function checkItems({ input }: ResponsesRequest): void {
  if (typeof input === 'string') return;
  const calls = new Set(
    input.flatMap((one) => (one.type === 'function_call' ? [one.call_id] : [])),
  );
  const results = new Set(
    input.flatMap((one) => (one.type === 'function_call_output' ? [one.call_id] : [])),
  );
  for (const id of calls)
    if (!results.has(id))
      throw refused(400, `No tool output found for function call ${id}.`, 'input', null);
  for (const id of results)
    if (!calls.has(id))
      throw refused(
        400,
        `No tool call found for function call output with call_id ${id}.`,
        'input',
        null,
      );
  for (const one of input) if (one.type === 'reasoning') checkReasoning(one);
}

function checkReasoning({
  id,
  encrypted_content,
}: Extract<InputItem, { type: 'reasoning' }>): void {
  if (encrypted_content === undefined || encrypted_content === null)
    throw refused(
      404,
      `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`,
      'input',
      null,
    );
  const [text = '', signature] = Buffer.from(encrypted_content, 'base64').toString().split('\0');
  if (signature !== signatureOf(text))
    throw refused(
      400,
      'The encrypted content could not be verified.',
      null,
      'invalid_encrypted_content',
    );
}

/** What a request asks. */
export function questionOf(asked: ResponsesRequest): TwinQuestion {
  const { input, instructions, tools = [] } = asked;
  const format = asked.text?.format;
  const last = lastTurn(input);
  return {
    text: last.text,
    media: last.media,
    results: last.results,
    promptCharacters: JSON.stringify([input, instructions, tools]).length,
    tools: tools.flatMap(functionOf),
    toolChoice: choiceOf(asked.tool_choice),
    mayCallInParallel: asked.parallel_tool_calls ?? true,
    schema: format?.type === 'json_schema' ? format.schema : undefined,
    maxTokens: asked.max_output_tokens ?? undefined,
    wantsReasoning: (asked.reasoning?.effort ?? 'none') !== 'none',
  };
}

type Tool = NonNullable<ResponsesRequest['tools']>[number];

const functionOf = (tool: Tool): TwinTool[] =>
  tool.type === 'function' ? [{ name: tool.name, schema: tool.parameters }] : [];

function choiceOf(choice: ResponsesRequest['tool_choice']): TwinQuestion['toolChoice'] {
  if (typeof choice === 'string') return choice;
  return choice?.type === 'function' ? { name: choice.name } : undefined;
}

interface LastTurn {
  readonly text: string;
  readonly media: number;
  readonly results: string[];
}

/** What came since the model spoke last. */
function lastTurn(input: ResponsesRequest['input']): LastTurn {
  if (typeof input === 'string') return { text: input, media: 0, results: [] };
  const spoke = input.findLastIndex(
    (one) => one.type === 'function_call' || ('role' in one && one.role === 'assistant'),
  );
  const turn = input.slice(spoke + 1);
  const results = turn.flatMap((one) =>
    one.type === 'function_call_output' ? [textOf(one.output)] : [],
  );
  const asked = results.length > 0 ? input : turn;
  const said = asked.flatMap((one) => ('role' in one && one.role === 'user' ? [one.content] : []));
  const media = said
    .flatMap((content) => (typeof content === 'string' ? [] : content))
    .filter((part) => part.type !== 'input_text').length;
  return { text: said.map(textOf).at(-1) ?? '', media, results };
}

function textOf(content: string | readonly { readonly type: string }[]): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => ('text' in part && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

import OpenAI from 'openai';
import type {
  ChatCompletionCreateParams,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { PIXEL, SCHEMA, TOOLS, type DriverOf, type Question, type Said } from './driver.ts';

/** Chat completions, by OpenAI's library. */
export const chatDriver: DriverOf = ({ url }, apiKey) => {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
  return {
    name: 'chat completions',
    ask: (question) => (question.stream === true ? streamed : whole)(client, question),
  };
};

async function whole(client: OpenAI, question: Question): Promise<Said> {
  const { choices, usage } = await client.chat.completions.create({
    ...paramsOf(question),
    stream: false,
  });
  const [choice] = choices;
  if (!choice) throw new Error('no choice was answered');
  return saidOf(choice.message, choice.finish_reason, usage);
}

async function streamed(client: OpenAI, question: Question): Promise<Said> {
  const stream = client.chat.completions.stream({
    ...paramsOf(question),
    stream: true,
    stream_options: { include_usage: true },
  });
  if (question.leaves === true) {
    for await (const chunk of stream) {
      const text = chunk.choices[0]?.delta.content ?? '';
      if (text === '') continue;
      stream.abort();
      return { text, calls: [], reasoning: '', end: 'stop', usage: undefined, raw: undefined };
    }
  }
  const [thoughts, answer] = await Promise.all([reasoningOf(stream), stream.finalChatCompletion()]);
  const [choice] = answer.choices;
  if (!choice) throw new Error('no choice was answered');
  // The library's own, which no API knows.
  const { parsed: _, ...message } = choice.message;
  const said = saidOf(message, choice.finish_reason, answer.usage);
  return thoughts === '' ? said : { ...said, reasoning: thoughts };
}

/** Where vendors say what their model thought: none of it is OpenAI's own. */
interface Thoughtful {
  readonly reasoning_content?: string;
  readonly reasoning?: string;
  readonly content?: unknown;
}

interface ContentPart {
  readonly text?: string;
  readonly thinking?: readonly { readonly text: string }[];
}

/** What a message, or a part of one, says of its thoughts; Mistral writes them as parts of its content. */
function thoughtsOf(message: Thoughtful): string {
  const { reasoning_content, reasoning, content } = message;
  const parts = Array.isArray(content) ? (content as ContentPart[]) : [];
  const thinking = parts.flatMap((part) => part.thinking ?? []).map(({ text }) => text);
  return reasoning_content ?? reasoning ?? thinking.join('');
}

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  return Array.isArray(content)
    ? (content as ContentPart[]).map(({ text }) => text ?? '').join('')
    : '';
};

/** The library adds up no member that is not OpenAI's own. */
async function reasoningOf(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<string> {
  let text = '';
  for await (const { choices } of stream) text += thoughtsOf(choices[0]?.delta ?? {});
  return text;
}

function paramsOf(question: Question): Omit<ChatCompletionCreateParams, 'stream'> {
  const { model, maxTokens, hasTools, hasSchema, wantsReasoning } = question;
  return {
    model,
    messages: messagesOf(question),
    ...(maxTokens === undefined ? {} : { max_completion_tokens: maxTokens }),
    ...(hasTools === true
      ? { tools: TOOLS.map((tool) => ({ type: 'function' as const, function: { ...tool } })) }
      : {}),
    ...(hasSchema === true
      ? {
          response_format: {
            type: 'json_schema' as const,
            json_schema: { name: 'person', schema: { ...SCHEMA }, strict: true },
          },
        }
      : {}),
    ...(wantsReasoning === true ? { reasoning_effort: 'low' as const } : {}),
  };
}

function messagesOf({ text, hasImage, before }: Question): ChatCompletionMessageParam[] {
  if (before) {
    const { said, result } = before;
    return [
      { role: 'user', content: before.text },
      said.raw as ChatCompletionMessageParam,
      ...said.calls.map(({ id }) => ({
        role: 'tool' as const,
        tool_call_id: id,
        content: result,
      })),
    ];
  }
  if (hasImage !== true) return [{ role: 'user', content: text }];
  const image_url = { url: `data:image/png;base64,${PIXEL}` };
  const content = [
    { type: 'text' as const, text },
    { type: 'image_url' as const, image_url },
  ];
  return [{ role: 'user', content }];
}

const ENDS: Readonly<Record<string, Said['end']>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'calls',
  content_filter: 'refusal',
};

function saidOf(
  message: ChatCompletionMessage,
  reason: string,
  usage: OpenAI.CompletionUsage | undefined,
): Said {
  const { content, refusal, tool_calls = [] } = message;
  return {
    text: refusal ?? textOf(content),
    calls: tool_calls.flatMap((call) => {
      if (call.type !== 'function') return [];
      const { name, arguments: text } = call.function;
      return [{ id: call.id, name, arguments: JSON.parse(text) as unknown }];
    }),
    reasoning: thoughtsOf(message),
    end: refusal ? 'refusal' : (ENDS[reason] ?? 'stop'),
    usage: usage && { input: usage.prompt_tokens, output: usage.completion_tokens },
    raw: message,
  };
}

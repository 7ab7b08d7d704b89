import Anthropic from '@anthropic-ai/sdk';
import type {
  ContentBlockParam,
  Message,
  MessageCreateParams,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import { PIXEL, SCHEMA, TOOLS, type DriverOf, type Question, type Said } from './driver.ts';

/** Anthropic's messages, by Anthropic's library. */
export const messagesDriver: DriverOf = ({ url }, apiKey) => {
  const client = new Anthropic({ baseURL: url, apiKey, maxRetries: 0 });
  return {
    name: 'messages',
    ask: async (question) => {
      const params = paramsOf(question);
      if (question.stream !== true)
        return saidOf(await client.messages.create({ ...params, stream: false }));
      const stream = client.messages.stream(params);
      if (question.leaves !== true) return saidOf(await stream.finalMessage());
      for await (const event of stream) {
        if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') continue;
        stream.abort();
        const { text } = event.delta;
        return { text, calls: [], reasoning: '', end: 'stop', usage: undefined, raw: undefined };
      }
      throw new Error('the stream brought no text');
    },
  };
};

const USUAL_TOKENS = 4096;
const THINKING_TOKENS = 1024;

function paramsOf(question: Question): Omit<MessageCreateParams, 'stream'> {
  const { model, maxTokens = USUAL_TOKENS, hasTools, hasSchema, wantsReasoning } = question;
  return {
    ...{ model, max_tokens: maxTokens, messages: messagesOf(question) },
    ...(hasTools === true
      ? {
          tools: TOOLS.map(({ name, description, parameters }) => ({
            ...{ name, description },
            input_schema: { ...parameters, required: [...parameters.required] },
          })),
        }
      : {}),
    ...(hasSchema === true
      ? { output_config: { format: { type: 'json_schema' as const, schema: { ...SCHEMA } } } }
      : {}),
    ...(wantsReasoning === true
      ? { thinking: { type: 'enabled' as const, budget_tokens: THINKING_TOKENS } }
      : {}),
  };
}

function messagesOf({ text, hasImage, before }: Question): MessageParam[] {
  if (before) {
    const { said, result } = before;
    return [
      { role: 'user', content: before.text },
      { role: 'assistant', content: said.raw as ContentBlockParam[] },
      {
        role: 'user',
        content: said.calls.map(({ id }) => ({
          type: 'tool_result' as const,
          tool_use_id: id,
          content: result,
        })),
      },
    ];
  }
  const source = { type: 'base64' as const, media_type: 'image/png' as const, data: PIXEL };
  const image: ContentBlockParam[] = hasImage === true ? [{ type: 'image', source }] : [];
  return [{ role: 'user', content: [...image, { type: 'text', text }] }];
}

const ENDS: Readonly<Record<string, Said['end']>> = {
  max_tokens: 'length',
  tool_use: 'calls',
  refusal: 'refusal',
};

function saidOf({ content, stop_reason, usage }: Message): Said {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = usage;
  const cached = (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0);
  return {
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    calls: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: block.input }] : [],
    ),
    reasoning: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
    end: ENDS[stop_reason ?? ''] ?? 'stop',
    usage: { input: input_tokens + cached, output: usage.output_tokens },
    raw: content,
  };
}

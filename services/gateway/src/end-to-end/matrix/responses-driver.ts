import OpenAI from 'openai';
import type {
  Response,
  ResponseCreateParams,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { PIXEL, SCHEMA, TOOLS, type DriverOf, type Question, type Said } from './driver.ts';

/** OpenAI's Responses, by OpenAI's library. */
export const responsesDriver: DriverOf = ({ url }, apiKey) => {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
  return {
    name: 'responses',
    ask: async (question) => {
      const params = paramsOf(question);
      if (question.stream !== true)
        return saidOf(await client.responses.create({ ...params, stream: false }));
      const stream = client.responses.stream({ ...params, stream: true });
      if (question.leaves !== true) return saidOf(await stream.finalResponse());
      for await (const event of stream) {
        if (event.type !== 'response.output_text.delta') continue;
        stream.abort();
        const text = event.delta;
        return { text, calls: [], reasoning: '', end: 'stop', usage: undefined, raw: undefined };
      }
      throw new Error('the stream brought no text');
    },
  };
};

function paramsOf(question: Question): Omit<ResponseCreateParams, 'stream'> {
  const { model, maxTokens, hasTools, hasSchema, wantsReasoning } = question;
  return {
    ...{ model, input: inputOf(question), store: false },
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(hasTools === true
      ? { tools: TOOLS.map((tool) => ({ type: 'function' as const, ...tool, strict: true })) }
      : {}),
    ...(hasSchema === true
      ? {
          text: {
            format: { type: 'json_schema' as const, name: 'person', schema: { ...SCHEMA } },
          },
        }
      : {}),
    ...(wantsReasoning === true
      ? {
          reasoning: { effort: 'low' as const, summary: 'auto' as const },
          include: ['reasoning.encrypted_content' as const],
        }
      : {}),
  };
}

function inputOf({ text, hasImage, before }: Question): ResponseInputItem[] {
  if (before) {
    const { said, result } = before;
    return [
      { role: 'user', content: before.text },
      ...(said.raw as ResponseInputItem[]),
      ...said.calls.map(({ id }) => ({
        type: 'function_call_output' as const,
        call_id: id,
        output: result,
      })),
    ];
  }
  if (hasImage !== true) return [{ role: 'user', content: text }];
  const image_url = `data:image/png;base64,${PIXEL}`;
  return [
    {
      role: 'user',
      content: [
        { type: 'input_text', text },
        { type: 'input_image', image_url, detail: 'auto' },
      ],
    },
  ];
}

function saidOf({ output, usage, incomplete_details }: Response): Said {
  const calls = output.flatMap((item) =>
    item.type === 'function_call'
      ? [
          {
            ...{ id: item.call_id, name: item.name },
            arguments: JSON.parse(item.arguments) as unknown,
          },
        ]
      : [],
  );
  const parts = output.flatMap((item) => (item.type === 'message' ? item.content : []));
  const isRefusal = parts.some(({ type }) => type === 'refusal');
  const reason = incomplete_details?.reason;
  return {
    text: parts.map((part) => (part.type === 'output_text' ? part.text : part.refusal)).join(''),
    calls,
    reasoning: output
      .flatMap((item) => (item.type === 'reasoning' ? item.summary : []))
      .map((part) => part.text)
      .join(''),
    end: endOf(calls.length > 0, reason, isRefusal),
    usage: usage && { input: usage.input_tokens, output: usage.output_tokens },
    raw: output.map(withoutParsed),
  };
}

function endOf(hasCalls: boolean, reason: string | undefined, isRefusal: boolean): Said['end'] {
  if (hasCalls) return 'calls';
  if (reason === 'max_output_tokens') return 'length';
  return reason === 'content_filter' || isRefusal ? 'refusal' : 'stop';
}

/** The library's own members, which no API knows. */
const withoutParsed = (item: object): object => {
  const { parsed_arguments: _, ...rest } = item as { parsed_arguments?: unknown };
  return rest;
};

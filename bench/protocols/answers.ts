/** What a vendor answers, by what its path holds. */
export interface PreparedAnswer {
  readonly path: string;
  readonly document: Buffer;
  readonly stream: Buffer;
}

const WORDS = Array.from({ length: 20 }, (_, index) => `word${index} `);
const TEXT = WORDS.join('');
const ID = '0123456789abcdef';

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const events = (list: readonly object[], end = ''): Buffer =>
  Buffer.from(list.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('') + end);
const named = (list: readonly { type: string }[]): Buffer =>
  Buffer.from(list.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join(''));

const usage = { prompt_tokens: 20, completion_tokens: 40, total_tokens: 60 };
const chatHead = { id: ID, created: 1_760_000_000, model: 'm' };
const chunk = (choices: readonly object[], more: object = {}) => ({
  ...{ ...chatHead, object: 'chat.completion.chunk', choices },
  ...more,
});
const delta = (content: string) => ({ index: 0, delta: { content }, finish_reason: null });

const chat: PreparedAnswer = {
  path: '/chat/completions',
  document: json({
    ...{ ...chatHead, object: 'chat.completion', usage },
    choices: [{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }],
  }),
  stream: events(
    [
      ...WORDS.map((word) => chunk([delta(word)])),
      chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
      chunk([], { usage }),
    ],
    'data: [DONE]\n\n',
  ),
};

const counted = { input_tokens: 20, output_tokens: 40 };
const messageHead = { id: ID, type: 'message', role: 'assistant', model: 'm' };
const messages: PreparedAnswer = {
  path: '/messages',
  document: json({
    ...messageHead,
    ...{ content: [{ type: 'text', text: TEXT }], stop_reason: 'end_turn', usage: counted },
    stop_sequence: null,
  }),
  stream: named([
    {
      type: 'message_start',
      message: { ...messageHead, content: [], stop_reason: null, usage: counted },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...WORDS.map((text) => ({
      ...{ type: 'content_block_delta', index: 0 },
      delta: { type: 'text_delta', text },
    })),
    { type: 'content_block_stop', index: 0 },
    {
      ...{ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } },
      usage: { output_tokens: 40 },
    },
    { type: 'message_stop' },
  ] as { type: string }[]),
};

const part = { type: 'output_text', text: TEXT, annotations: [] };
const item = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [part] },
};
const response = (status: string, output: readonly object[]) => ({
  ...{ id: `resp_${ID}`, object: 'response', created_at: 1_760_000_000, model: 'm', status },
  ...{ output, error: null, incomplete_details: null },
  ...(status === 'completed' ? { usage: { ...counted, total_tokens: 60 } } : {}),
});
const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
const responses: PreparedAnswer = {
  path: '/responses',
  document: json(response('completed', [item])),
  stream: named(
    [
      { type: 'response.created', response: response('in_progress', []) },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
      { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
      ...WORDS.map((word) => ({ type: 'response.output_text.delta', ...place, delta: word })),
      { type: 'response.output_text.done', ...place, text: TEXT },
      { type: 'response.content_part.done', ...place, part },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: response('completed', [item]) },
    ].map((one, sequence_number) => ({ ...one, sequence_number })),
  ),
};

const metadata = { promptTokenCount: 20, candidatesTokenCount: 40, totalTokenCount: 60 };
const candidate = (text: string, more: object = {}) => ({
  candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0, ...more }],
  ...{ usageMetadata: metadata, modelVersion: 'm', responseId: ID },
});
const gemini: PreparedAnswer = {
  path: 'enerateContent',
  document: json(candidate(TEXT, { finishReason: 'STOP' })),
  stream: events([
    ...WORDS.slice(0, -1).map((word) => candidate(word)),
    candidate(WORDS.at(-1) ?? '', { finishReason: 'STOP' }),
  ]),
};

/** The vendors: each by its own API. */
export const ANSWERS: readonly PreparedAnswer[] = [chat, messages, responses, gemini];

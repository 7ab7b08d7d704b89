/** A whole answer of a vendor of chats, and a stream of one, with what the vendor adds to OpenAI's members. */
export interface VendorAnswer {
  readonly vendor: string;
  readonly document: object;
  readonly chunks: readonly object[];
}

const head = { id: 'c1', created: 1_770_000_000, model: 'some/model-1' };
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const documentOf = (message: object, choice: object, more: object): object => ({
  ...{ ...head, object: 'chat.completion', ...more },
  choices: [
    {
      ...{ index: 0, message: { role: 'assistant', content: 'Hello', ...message } },
      ...{ finish_reason: 'stop', ...choice },
    },
  ],
  usage: { ...usage, ...('usage' in more ? (more.usage as object) : {}) },
});
const chunkOf = (delta: object, choice: object, more: object): object => ({
  ...{ ...head, object: 'chat.completion.chunk' },
  ...{ choices: [{ index: 0, delta, finish_reason: null, ...choice }], ...more },
});

/** What Groq's compound systems ran themselves. */
const EXECUTED = [
  {
    ...{ index: 0, type: 'search', arguments: '{"query":"weather"}', output: 'Title: A page' },
    search_results: {
      results: [
        { title: 'A page', url: 'https://a.example', content: 'Sunny', score: 0.987654321 },
      ],
      images: [],
    },
  },
];
const x_groq = { id: 'req_01jbd6g2qdfw2adyrt2az8hz4w', seed: 1_234_567_890, usage };
const usage_breakdown = { models: [{ model: 'openai/gpt-oss-120b', usage }] };
const READ = { citations: ['https://a.example'], search_results: [{ title: 'A page', url: 'x' }] };
const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }], closed: true };
const reference = { type: 'reference', reference_ids: [0, 1] };
const DETAILS = [
  {
    type: 'reasoning.text',
    text: 'Hm',
    signature: 'AAAA',
    format: 'anthropic-claude-v1',
    index: 0,
  },
];
const FILTERED = { hate: { filtered: false, severity: 'safe' }, jailbreak: { filtered: false } };

/** What is healthy of each vendor. */
export const VENDORS_ANSWERS: readonly VendorAnswer[] = [
  {
    vendor: 'Mistral',
    document: documentOf({ content: [thought, reference, { type: 'text', text: 'So' }] }, {}, {}),
    chunks: [
      chunkOf({ role: 'assistant', content: 'Hel' }, {}, { p: 'abcdefghijklmnopq' }),
      chunkOf({ content: [thought] }, {}, { p: 'abcdefghijklmnopqrstuvwxyz0123456789abcdefgh' }),
      chunkOf({ content: 'lo' }, { finish_reason: 'stop' }, { usage, p: 'ab' }),
    ],
  },
  {
    vendor: 'Groq',
    document: documentOf(
      { reasoning: 'Hm', executed_tools: EXECUTED },
      { logprobs: null },
      { x_groq, usage_breakdown, service_tier: 'on_demand', usage: { queue_time: 0.0123456789 } },
    ),
    chunks: [
      chunkOf({ role: 'assistant', content: '' }, { logprobs: null }, { x_groq: { id: 'req_1' } }),
      chunkOf({ executed_tools: EXECUTED }, {}, {}),
      chunkOf({ content: 'Hello' }, {}, {}),
      chunkOf({}, { finish_reason: 'stop' }, { x_groq, usage_breakdown }),
    ],
  },
  {
    vendor: 'Together',
    document: documentOf({ tool_calls: [] }, { seed: 12_345, logprobs: null }, { prompt: [] }),
    chunks: [
      chunkOf({ role: 'assistant', content: 'Hello', token_id: 9906 }, { seed: null }, {}),
      chunkOf({ content: '' }, { finish_reason: 'stop', seed: 12_345 }, { usage }),
    ],
  },
  {
    vendor: 'Perplexity',
    document: documentOf(
      {},
      {},
      {
        ...READ,
        related_questions: ['Why?'],
        images: [{ image_url: 'https://a.example/b.png', height: 1 }],
      },
    ),
    chunks: [
      {
        ...chunkOf({ content: 'Hello' }, { message: { role: 'assistant', content: '' } }, READ),
        ...{ usage: { ...usage, search_context_size: 'low', cost: { total_cost: 0.005 } } },
      },
    ],
  },
  {
    vendor: 'OpenRouter',
    document: documentOf(
      { reasoning: 'Hm', reasoning_details: DETAILS, refusal: null },
      { native_finish_reason: 'end_turn' },
      { provider: 'Google AI Studio', usage: { cost: 0.00014, is_byok: false } },
    ),
    chunks: [
      chunkOf({ reasoning: 'Hm', reasoning_details: DETAILS }, {}, { provider: 'Groq' }),
      chunkOf({ content: 'Hello' }, { finish_reason: 'stop', native_finish_reason: 'STOP' }, {}),
    ],
  },
  {
    vendor: 'xAI',
    document: documentOf({ reasoning_content: 'Hm' }, {}, { system_fingerprint: 'fp_1', ...READ }),
    chunks: [chunkOf({ content: 'Hello' }, {}, { usage: { ...usage, num_sources_used: 2 } })],
  },
  {
    vendor: 'DeepSeek',
    document: documentOf(
      { reasoning_content: 'Hm' },
      {},
      { usage: { prompt_cache_hit_tokens: 1 } },
    ),
    chunks: [
      chunkOf({ content: null, reasoning_content: 'Hm' }, { logprobs: null }, {}),
      chunkOf({ content: 'Hello' }, { logprobs: null }, { usage: null }),
    ],
  },
  {
    vendor: 'Azure',
    document: documentOf(
      { annotations: [] },
      { content_filter_results: FILTERED },
      { prompt_filter_results: [{ prompt_index: 0, content_filter_results: FILTERED }] },
    ),
    chunks: [
      chunkOf({ content: 'Hello' }, { content_filter_results: FILTERED }, { obfuscation: 'a' }),
    ],
  },
  {
    vendor: 'vLLM',
    document: documentOf(
      { reasoning: null, tool_calls: [] },
      { stop_reason: 128_009, token_ids: null },
      { kv_transfer_params: null, prompt_logprobs: null },
    ),
    chunks: [chunkOf({ content: 'Hello' }, { stop_reason: null, token_ids: null }, {})],
  },
];

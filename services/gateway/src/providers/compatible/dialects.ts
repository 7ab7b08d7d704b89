import type { Dialect } from './dialect.ts';

/** What only OpenAI makes something of, and what changes no answer. */
const OF_OPENAI = ['store', 'metadata', 'safety_identifier'];
/** What changes answers, and only OpenAI knows. */
const ONLY_OPENAI = [
  ...['prediction', 'modalities', 'audio', 'web_search_options', 'verbosity', 'service_tier'],
  ...['prompt_cache_key', 'prompt_cache_retention'],
];
const SAMPLING = ['logit_bias', 'logprobs', 'top_logprobs'];
const MAX_TOKENS = { max_completion_tokens: 'max_tokens' };
const SYSTEM = { '"developer"': '"system"' };
const CHAT_ALONE = ['chat'] as const;

/** docs.mistral.ai, "Chat Completion API" and "Embeddings API". What is not in its schema is refused; streams end with their usage unasked. */
export const MISTRAL: Dialect = {
  speaks: ['chat', 'embeddings', 'moderations'],
  renamed: { ...MAX_TOKENS, seed: 'random_seed' },
  values: { tool_choice: { '"required"': '"any"' } },
  thinksInParts: true,
  callIds: { length: 9 },
  lastOfAssistant: { continuedBy: 'prefix' },
  behindTools: 'I have the results.',
  lacks: [...SAMPLING, 'user', ...ONLY_OPENAI.filter((name) => name !== 'prediction')],
  needless: ['stream_options', ...OF_OPENAI],
  roles: SYSTEM,
  messagesLack: ['name', 'refusal', 'audio', 'reasoning_content', 'reasoning_details'],
  embeddings: { renamed: { dimensions: 'output_dimension' }, lacks: ['user'] },
};

/** console.groq.com/docs/openai, "Currently Unsupported OpenAI Features". */
export const GROQ: Dialect = {
  speaks: ['chat', 'speech', 'transcriptions', 'translations'],
  lacks: [...SAMPLING, 'n', ...ONLY_OPENAI.filter((name) => name !== 'service_tier')],
  needless: OF_OPENAI,
  messagesLack: ['name', 'refusal', 'audio', 'reasoning_content', 'reasoning_details'],
};

/** api-docs.deepseek.com, "Create Chat Completion". Reasoning goes back to it as its "Thinking Mode" asks for where tools were called. */
export const DEEPSEEK: Dialect = {
  speaks: CHAT_ALONE,
  takes: ['reasoning'],
  renamed: MAX_TOKENS,
  lacks: ['n', 'seed', 'logit_bias', 'user', 'parallel_tool_calls', ...ONLY_OPENAI],
  lacksFor: [{ models: /^deepseek-reasoner/, lacks: ['logprobs', 'top_logprobs'] }],
  needless: OF_OPENAI,
  roles: SYSTEM,
};

/** docs.x.ai, "Chat completions" and "Reasoning". */
export const XAI: Dialect = {
  speaks: ['chat', 'images'],
  lacks: ['logit_bias', ...ONLY_OPENAI.filter((name) => name !== 'web_search_options')],
  lacksFor: [
    {
      models: /^grok-(?:4|3-mini|code)(?!.*non-reasoning)/,
      lacks: ['presence_penalty', 'frequency_penalty', 'stop'],
    },
    { models: /^grok-4(?:$|-0|-fast|-1|-latest)/, lacks: ['reasoning_effort'] },
  ],
  needless: OF_OPENAI,
};

/** docs.together.ai, "Create chat completion": log probabilities are asked for by a number, and streams end with their usage unasked. */
export const TOGETHER: Dialect = {
  speaks: [
    ...(['chat', 'embeddings', 'completions', 'rerank', 'images', 'speech'] as const),
    ...(['transcriptions', 'translations'] as const),
  ],
  takes: ['top_k'],
  renamed: MAX_TOKENS,
  values: { logprobs: { true: '1', false: '0' } },
  lacks: ['top_logprobs', 'user', 'parallel_tool_calls', ...ONLY_OPENAI],
  needless: ['stream_options', ...OF_OPENAI],
  roles: SYSTEM,
  embeddings: { passesOverBase64: true },
};

/** docs.fireworks.ai, "Create Chat Completion" and "Create embeddings": what is not in its schema is refused. */
export const FIREWORKS: Dialect = {
  speaks: ['chat', 'embeddings', 'completions'],
  lacks: ONLY_OPENAI.filter((name) => !['prediction', 'service_tier'].includes(name)),
  needless: ['store', 'safety_identifier'],
  roles: SYSTEM,
  takes: ['reasoning', 'top_k'],
  messagesLack: ['refusal', 'audio', 'annotations'],
  embeddings: { lacks: ['user'] },
};

/** openrouter.ai/docs, "API Reference": it passes over what the model behind it does not know. */
export const OPENROUTER: Dialect = {
  takes: ['top_k', 'cache_control'],
  cannot: {
    models:
      'models names others to ask in place of the model, whatever the key may use and at other prices: leave models out, and let the Model of the gateway have fallbacks.',
    preset:
      'preset names what is kept in the account of the gateway at OpenRouter, which may be another model: leave preset out, and send what it stands for.',
  },
};

/** docs.perplexity.ai, "Chat Completions". Usage stands in every chunk unasked. */
export const PERPLEXITY: Dialect = {
  speaks: CHAT_ALONE,
  takes: ['top_k'],
  renamed: MAX_TOKENS,
  cannot: {
    tools: 'Models of Perplexity call no tools: leave tools out, or ask another model.',
    functions: 'Models of Perplexity call no functions: leave functions out, or ask another model.',
  },
  lacks: [
    ...['n', 'seed', 'user', 'tool_choice', 'parallel_tool_calls', 'function_call', ...SAMPLING],
    ...ONLY_OPENAI.filter((name) => name !== 'web_search_options'),
  ],
  needless: ['stream_options', ...OF_OPENAI],
  roles: SYSTEM,
  lastOfAssistant: {
    cannot:
      'Models of Perplexity do not go on from a message of the assistant: end messages with one of the user, which may say how the answer is to begin, or ask another model.',
  },
  messagesLack: ['name', 'refusal', 'reasoning_content', 'reasoning_details'],
};

/** docs.ollama.com, "OpenAI compatibility": what it does not list is passed over without a word. */
export const OLLAMA: Dialect = {
  speaks: ['chat', 'embeddings', 'completions'],
  renamed: MAX_TOKENS,
  lacks: ['n', 'user', 'logit_bias', 'tool_choice', 'parallel_tool_calls', ...ONLY_OPENAI],
  needless: OF_OPENAI,
  roles: SYSTEM,
  embeddings: { passesOverBase64: true },
};

/** docs.vllm.ai, "OpenAI-Compatible Server": it passes over what it does not know, and has more of its own than any other. */
export const VLLM: Dialect = {
  speaks: ['chat', 'embeddings', 'completions', 'rerank', 'transcriptions', 'translations'],
  takes: ['top_k'],
};

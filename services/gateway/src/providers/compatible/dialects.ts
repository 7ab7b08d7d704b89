import { isObject } from '../../formats/json/members.ts';
import { namesModel, type Judge } from './closed-members.ts';
import { DEARER_AT_OPENROUTER } from './dearer-members.ts';
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
  closed: { compound_custom: ofToolsAlone },
};

/** console.groq.com/docs/api-reference: `models` of it names those that answer and think in the place of the Compound system. */
function ofToolsAlone(value: unknown): string | undefined {
  const isClosed = ([name, inner]: [string, unknown]): boolean =>
    name !== 'tools' && inner !== null;
  if (isObject(value) && !Object.entries(value).some(isClosed)) return undefined;
  return 'compound_custom may hold tools alone: models of it names others to ask in place of the model, whatever the key may use and at other prices.';
}

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
  closed: {
    deferred: (value) =>
      value === false
        ? undefined
        : 'deferred has the answer made after this gateway counted the request, and kept where nobody can fetch it: leave deferred out.',
  },
};

/** docs.together.ai, "Create chat completion" and "Create embedding": log probabilities are asked for by a number, and streams end with their usage unasked. */
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
  embeddings: { passesOverBase64: true, lacks: ['user'] },
  closed: {
    safety_model: () =>
      'safety_model names another model to ask about the answer, whatever the key may use and at a price of its own: leave safety_model out, and ask whoever runs this gateway for a guardrail.',
  },
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
  closed: {
    models: () =>
      'models names others to ask in place of the model, whatever the key may use and at other prices: leave models out, and let the Model of the gateway have fallbacks.',
    preset: () =>
      'preset names what is kept in the account of the gateway at OpenRouter, which may be another model: leave preset out, and send what it stands for.',
    tools: listOf(isOfNoModel),
    plugins: listOf(isPluginOfNoModel),
    ...DEARER_AT_OPENROUTER,
  },
};

/** "Server tools" of openrouter.ai/docs that ask no model. Others do, and the model itself may choose which. */
function isOfNoModel(tool: object & { type?: unknown }): string | undefined {
  const { type } = tool;
  if (type === 'function' || type === 'custom') return undefined;
  const isKnown = typeof type === 'string' && TOOLS_OF_NO_MODEL.has(type);
  if (isKnown && !namesModel(tool)) return undefined;
  return `tools may be functions, and of OpenRouter's own ${[...TOOLS_OF_NO_MODEL].join(', ')} without a model: others have it ask models that no key is checked for, at other prices.`;
}

const TOOLS_OF_NO_MODEL: ReadonlySet<string> = new Set([
  ...['openrouter:web_search', 'openrouter:web_fetch', 'openrouter:datetime'],
]);

/** "Plugins" of openrouter.ai/docs that ask no model. */
function isPluginOfNoModel(plugin: object & { id?: unknown }): string | undefined {
  const { id } = plugin;
  if (typeof id === 'string' && PLUGINS_OF_NO_MODEL.has(id) && !namesModel(plugin))
    return undefined;
  return `plugins may be ${[...PLUGINS_OF_NO_MODEL].join(', ')} without a model: others have OpenRouter ask models that no key is checked for, at other prices.`;
}

const PLUGINS_OF_NO_MODEL: ReadonlySet<string> = new Set([
  ...['web', 'file-parser', 'response-healing', 'context-compression'],
]);

/** Judges each of a list, or what stands in its place. */
function listOf(judge: (one: object) => string | undefined): Judge {
  return (value) => {
    const all: unknown[] = Array.isArray(value) ? value : [value];
    return all.map((one) => judge(isObject(one) ? one : {})).find((why) => why !== undefined);
  };
}

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
  alternates: true,
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
  closed: {
    kv_transfer_params: () =>
      'kv_transfer_params has vLLM read what other requests left in the memory of a server that the client names: leave kv_transfer_params out.',
  },
};

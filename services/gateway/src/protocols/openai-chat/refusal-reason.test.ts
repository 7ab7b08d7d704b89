import { expect, it } from 'vitest';
import { refusalReason } from './refusal-reason.ts';

const of = (error: unknown, status = 400) =>
  refusalReason(Buffer.from(JSON.stringify(error)), status);

it.each<[string, unknown]>([
  ['OpenAI', { error: { message: 'x', code: 'context_length_exceeded' } }],
  [
    'vLLM',
    { object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400 },
  ],
  [
    'Anthropic',
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'prompt is too long: 210000 tokens > 200000 maximum',
      },
    },
  ],
  [
    'Gemini',
    {
      error: {
        code: 400,
        message:
          'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
      },
    },
  ],
  ['Bedrock', { message: 'Input is too long for requested model.' }],
  ['Mistral', { detail: 'Prompt contains too many tokens: 40000, model context length: 32768' }],
  [
    'llama.cpp',
    {
      error: {
        message: 'the request exceeds the available context size',
        type: 'exceed_context_size_error',
      },
    },
  ],
])('a request that is too long for a model of %s', (_vendor, error) => {
  expect(of(error)).toBe('context_window');
});

it.each<[string, unknown]>([
  ['OpenAI', { error: { message: 'x', code: 'content_policy_violation' } }],
  [
    'OpenAI, by words',
    { error: { message: 'Your request was rejected as a result of our safety system.' } },
  ],
  [
    'Azure',
    {
      error: {
        message:
          'The response was filtered due to the prompt triggering Azure OpenAI’s content management policy.',
        code: 'content_filter',
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      },
    },
  ],
  [
    'Qwen',
    {
      error: {
        code: 'data_inspection_failed',
        message: 'Input data may contain inappropriate content.',
      },
    },
  ],
])('a request that %s does not want to hear', (_vendor, error) => {
  expect(of(error)).toBe('content_policy');
});

it.each<[string, unknown, number]>([
  [
    'another fault of the caller',
    { error: { message: 'temperature must be at most 2', code: null } },
    400,
  ],
  [
    'a model that is not there',
    { error: { message: 'no model with this context length', code: 'model_not_found' } },
    404,
  ],
  ['no error at all', ['maximum context length'], 400],
  [
    'words behind the first ones',
    { error: { message: `${'x'.repeat(5000)} context window` } },
    400,
  ],
])('%s is neither', (_what, error, status) => {
  expect(of(error, status)).toBeUndefined();
});

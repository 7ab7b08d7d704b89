import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readAzureDeployments,
  readCohereModels,
  readGeminiModels,
  readOpenAiModels,
} from './read-models.ts';
import { listUrl, vendorApi } from './vendor-apis.ts';

describe('lists of models', () => {
  it('are read as OpenAI and those that speak its API answer them', () => {
    const document = {
      object: 'list',
      data: [
        { id: 'gpt-4o', object: 'model', created: 1, owned_by: 'system' },
        { id: 'claude-x', type: 'model', display_name: 'Claude X', max_input_tokens: 200_000 },
        { id: 'llama', context_window: 131_072, max_completion_tokens: 32_768 },
        {
          id: 'openai/gpt-4o',
          name: 'OpenAI: GPT-4o',
          context_length: 128_000,
          top_provider: { context_length: 128_000, max_completion_tokens: 16_384 },
        },
        { id: 'local', max_model_len: 4096 },
      ],
    };
    expect(readOpenAiModels(document)).toEqual([
      { id: 'gpt-4o' },
      { id: 'claude-x', displayName: 'Claude X', contextWindow: 200_000 },
      { id: 'llama', contextWindow: 131_072, maxOutputTokens: 32_768 },
      {
        id: 'openai/gpt-4o',
        displayName: 'OpenAI: GPT-4o',
        contextWindow: 128_000,
        maxOutputTokens: 16_384,
      },
      { id: 'local', contextWindow: 4096 },
    ]);
  });

  it('are read as a bare array, with the types that Together says', () => {
    expect(
      readOpenAiModels([
        { id: 'a', type: 'chat', context_length: 8192 },
        { id: 'b', type: 'embedding' },
      ]),
    ).toEqual([
      { id: 'a', mode: 'chat', contextWindow: 8192 },
      { id: 'b', mode: 'embedding' },
    ]);
  });

  it('are read as Google answers them', () => {
    const models = [
      {
        name: 'models/gemini-x',
        displayName: 'Gemini X',
        inputTokenLimit: 1_048_576,
        outputTokenLimit: 65_536,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      },
      { name: 'models/embedding-x', supportedGenerationMethods: ['embedContent'] },
    ];
    expect(readGeminiModels({ models })).toEqual([
      {
        id: 'gemini-x',
        displayName: 'Gemini X',
        contextWindow: 1_048_576,
        maxOutputTokens: 65_536,
        mode: 'chat',
      },
      { id: 'embedding-x', mode: 'embedding' },
    ]);
  });

  it('are read as Cohere answers them', () => {
    const models = [
      { name: 'command-x', endpoints: ['chat', 'summarize'], context_length: 256_000 },
      { name: 'embed-x', endpoints: ['embed'] },
      { name: 'rerank-x', endpoints: ['rerank'] },
    ];
    expect(readCohereModels({ models })).toEqual([
      { id: 'command-x', contextWindow: 256_000, mode: 'chat' },
      { id: 'embed-x', mode: 'embedding' },
      { id: 'rerank-x', mode: 'rerank' },
    ]);
  });

  it('are read as Azure lists deployments, with the model behind each', () => {
    const data = [{ id: 'ours', model: 'gpt-4o', status: 'succeeded', object: 'deployment' }];
    expect(readAzureDeployments({ data })).toEqual([{ id: 'ours', baseModel: 'gpt-4o' }]);
  });

  it('leave out what no Model may be called, and limits that are none', () => {
    const data = [
      { id: '' },
      { id: 7 },
      'x',
      null,
      { id: 'a\nb' },
      { id: 'x'.repeat(201) },
      { id: 'a', context_length: -1, max_tokens: 1.5 },
    ];
    expect(readOpenAiModels({ data })).toEqual([{ id: 'a' }]);
  });

  it('are no reason to fail, whatever they are', () => {
    const readers = [readOpenAiModels, readGeminiModels, readCohereModels, readAzureDeployments];
    const entries = fc.array(fc.oneof(fc.jsonValue(), fc.record({ id: fc.string() })));
    const document = fc.oneof(fc.jsonValue(), fc.record({ data: entries, models: entries }));
    fc.assert(
      fc.property(fc.constantFrom(...readers), document, (read, value) => {
        for (const { id } of read(value) ?? []) expect(id).toMatch(/^.{1,200}$/);
      }),
    );
  });
});

describe('the address of a list', () => {
  it.each([
    ['openai', 'https://api.openai.com/v1/', 'https://api.openai.com/v1/models'],
    ['anthropic', 'https://api.anthropic.com/v1', 'https://api.anthropic.com/v1/models?limit=1000'],
    [
      'gemini',
      'https://generativelanguage.googleapis.com/v1beta',
      'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000',
    ],
    ['cohere', 'https://api.cohere.com', 'https://api.cohere.com/v1/models?page_size=1000'],
    ['cohere', 'https://api.cohere.com/v2', 'https://api.cohere.com/v1/models?page_size=1000'],
    ...['', '/openai', '/openai/v1', '/openai/deployments/x'].map((end) => [
      'azure_openai',
      `https://ours.openai.azure.com${end}`,
      'https://ours.openai.azure.com/openai/deployments?api-version=2023-03-15-preview',
    ]),
  ])('of %s at %s is %s', (type = '', base = '', expected) => {
    const api = vendorApi(type);
    expect('unasked' in api ? api : listUrl(api, base, {}).href).toBe(expected);
  });

  it.each(['bedrock', 'vertex', 'perplexity'])('of %s is none, for a reason', (type) => {
    expect(vendorApi(type)).toMatchObject({ unasked: expect.any(String) as string });
  });
});

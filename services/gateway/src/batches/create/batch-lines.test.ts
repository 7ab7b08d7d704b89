import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBatchLines } from './batch-lines.ts';
import { readBatchRequest } from './batch-request.ts';

const SERVED = ['/v1/chat/completions', '/v1/embeddings', '/v1/responses'];

const requestOf = (endpoint: unknown) =>
  readBatchRequest(
    Buffer.from(JSON.stringify({ input_file_id: 'f', endpoint, completion_window: '24h' })),
    SERVED,
  );

const lineOf = (id: string, url: unknown): string =>
  JSON.stringify({ custom_id: id, method: 'POST', url, body: { model: 'gpt' } });

/** What a batch of an endpoint, with lines of these, is of; undefined: it is refused. */
function endpointOf(endpoint: unknown, urls: readonly unknown[]): string | undefined {
  const request = requestOf(endpoint);
  if ('status' in request) return undefined;
  const content = Buffer.from(urls.map((url, at) => lineOf(`${at}`, url)).join('\n'));
  const read = readBatchLines(content, request.endpoints);
  return 'status' in read ? undefined : read.endpoint;
}

describe('the endpoint of a batch', () => {
  it.each([
    ['/v1/chat/completions', ['/v1/chat/completions'], '/v1/chat/completions'],
    ['/chat/completions', ['/chat/completions'], '/v1/chat/completions'],
    ['/chat/completions', ['/v1/chat/completions'], '/v1/chat/completions'],
    ['/v1/chat/completions', ['/chat/completions'], '/v1/chat/completions'],
    ['/chat/completions', ['/v1/responses', '/v1/responses'], '/v1/responses'],
    ['/embeddings', ['/embeddings'], '/v1/embeddings'],
    ['/responses', ['/responses'], '/v1/responses'],
  ])('%s with lines of %j is %s, as Azure takes it', (endpoint, urls, meant) => {
    expect(endpointOf(endpoint, urls)).toBe(meant);
  });

  it.each([
    ['/v1/chat/completions', ['/v1/responses']],
    ['/chat/completions', ['/v1/responses', '/chat/completions']],
    ['/chat/completions', ['/chat/completions', '/v1/responses']],
    ['/chat/completions', ['/v1/embeddings']],
    ['/embeddings', ['/chat/completions']],
    ['/v1/chat/completions', ['/v1/v1/chat/completions']],
    ['/v1/chat/completions', [7]],
    ['/openai/v1/chat/completions', ['/openai/v1/chat/completions']],
    ['/v1', ['/v1']],
    [7, ['/v1/chat/completions']],
  ])('%s with lines of %j is refused', (endpoint, urls) => {
    expect(endpointOf(endpoint, urls)).toBeUndefined();
  });

  it('is one that is served, whatever anybody writes', () => {
    const any = fc.oneof(fc.string(), fc.constantFrom(...SERVED, '/chat/completions', '/v1/'));
    fc.assert(
      fc.property(any, fc.array(any, { minLength: 1, maxLength: 3 }), (endpoint, urls) => {
        const meant = endpointOf(endpoint, urls);
        if (meant === undefined) return;
        expect(SERVED).toContain(meant);
        for (const url of urls) expect(['', '/v1'].map((before) => before + url)).toContain(meant);
      }),
    );
  });
});

it('refuses a request that would be answered from sources of data, which nobody looked at', () => {
  const body = { model: 'gpt', messages: [], data_sources: [{ type: 'azure_search' }] };
  const line = { custom_id: 'b', method: 'POST', url: '/v1/chat/completions', body };
  const text = `${lineOf('a', '/v1/chat/completions')}\n${JSON.stringify(line)}`;
  expect(readBatchLines(Buffer.from(text), ['/v1/chat/completions'])).toMatchObject({
    ...{ status: 400, message: 'Line 2: "data_sources" is not for batches.' },
  });
});

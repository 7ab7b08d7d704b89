import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { key, model, simulated } from '../testing/fragments.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

const fragments = {
  providers: [simulated('sim')],
  models: [model('small', 'sim', { prices: { input: '2000000', output: '20000000' } })],
  keys: [key('alice')],
};

/** All of a stream, as it came, and its trailers. */
async function streamOf(url: string) {
  const path = '/v1beta/models/small:streamGenerateContent?alt=sse';
  const asked = request(`${url}${path}`, {
    method: 'POST',
    headers: { 'x-goog-api-key': 'sk-alice' },
  });
  asked.end(JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  asked.once('response', resolve).once('error', reject);
  const answer = await promise;
  return { status: answer.statusCode, body: await text(answer), trailers: answer.trailers };
}

describe('a stream for clients of Google’s', () => {
  it('holds nothing but data, which is all that Google’s library for Python reads, and tells its cost in the trailer', async () => {
    await using gateway = await startTestGateway({ fragments });
    const { status, body, trailers } = await streamOf(gateway.url);
    expect(status).toBe(200);
    const lines = body.split(/\r?\n/).filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^data: \{/);
    expect(trailers['x-aicp-cost-usd']).toMatch(/^0\.\d+$/);
  });
});

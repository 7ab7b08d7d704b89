import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { GoogleGenAI, type Part } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { key, model, simulated } from '../testing/fragments.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { startVendors } from '../testing/start-vendors.ts';

/*
 * What Google's library for Python sends and reads otherwise than that for Node: `make clients` asks with the library itself.
 */

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

/** Bytes whose base64 is another one in the alphabet of addresses, `-_-_-w==`, and how Google's library for Python writes them. */
const BYTES = Buffer.from([0xfb, 0xff, 0xbf, 0xfb]);
const forAddresses = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');

describe('bytes in the alphabet of addresses', () => {
  it.each([
    ['as they were', BYTES.toString('base64')],
    ['as Python has them', forAddresses(BYTES.toString('base64'))],
    ['without what fills them up', BYTES.toString('base64url')],
  ])('reach other vendors in the alphabet that they read: %s', async (_, data) => {
    await using vendors = await startVendors();
    await using gateway = await startTestGateway({
      fragments: { ...vendors.fragments, keys: [key('alice')] },
    });
    const ai = new GoogleGenAI({ apiKey: 'sk-alice', httpOptions: { baseUrl: gateway.url } });
    for (const vendor of ['openai', 'anthropic', 'bedrock', 'cohere']) {
      const contents: Part[] = [{ inlineData: { mimeType: 'image/png', data } }, { text: 'What?' }];
      const answer = await ai.models.generateContent({ model: vendor, contents });
      expect(answer.text).toContain('I see 1 of your media');
      const asked = vendors.twins.get(vendor)?.received.at(-1);
      expect(asked?.body.toString()).toContain(BYTES.toString('base64'));
    }
  });

  it('sign calls of Gemini’s tools', async () => {
    await using vendors = await startVendors();
    await using gateway = await startTestGateway({
      fragments: { ...vendors.fragments, keys: [key('alice')] },
    });
    const ai = new GoogleGenAI({ apiKey: 'sk-alice', httpOptions: { baseUrl: gateway.url } });
    const config = { tools: [{ functionDeclarations: [{ name: 'time' }] }] };
    const asked = { role: 'user', parts: [{ text: 'Call time' }] };
    const first = await ai.models.generateContent({ model: 'gemini', contents: [asked], config });
    const [call] = first.candidates?.[0]?.content?.parts ?? [];
    const thoughtSignature = forAddresses(call?.thoughtSignature ?? '');
    expect(thoughtSignature).not.toBe(call?.thoughtSignature);
    const contents = [
      ...[asked, { role: 'model', parts: [{ ...call, thoughtSignature }] }],
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'time', response: { output: 'noon' } } }],
      },
    ];
    const answer = await ai.models.generateContent({ model: 'gemini', contents, config });
    expect(answer.text).toBe('The tools said: noon.');
  });
});

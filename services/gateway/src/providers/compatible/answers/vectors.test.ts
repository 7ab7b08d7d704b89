import { expect, it } from 'vitest';
import { clientOf } from '@aicp/gateway/testing/clients';
import { throughVendor } from '@aicp/gateway/testing/through-vendor';
import { inBase64 } from './vectors-in-base64.ts';

it.each(['ollama', 'together'] as const)(
  'gives a library of OpenAI that asks for base64 unasked the vectors of %s',
  async (type) => {
    await using at = await throughVendor(type, { upstreamModel: 'm', mode: 'embedding' });
    const { embeddings } = clientOf(at.gateway);
    const asked = { model: 'main', input: ['one', 'another'] };
    const plain = await embeddings.create({ ...asked, encoding_format: 'float' });
    const usual = await embeddings.create(asked);
    expect(usual.usage).toEqual(plain.usage);
    expect(plain.data.map(({ embedding }) => embedding.length)).toEqual([128, 128]);
    for (const [place, { embedding }] of plain.data.entries())
      expect(usual.data[place]?.embedding).toEqual([...Float32Array.from(embedding)]);
  },
);

it.each(['{"data":[{"embedding":"AACAPw=="}]}', 'no JSON', '{"error":{"message":"no"}}'])(
  'leaves %s as it is',
  (text) => {
    const json = Buffer.from(text);
    expect(inBase64(json)).toBe(json);
  },
);

it('writes numbers as little-endian floats of 32 bits', () => {
  const told = inBase64(Buffer.from('{"data":[{"index":0,"embedding":[1, 0.5]}],"model":"m"}'));
  const embedding = 'AACAPwAAAD8=';
  expect(JSON.parse(told.toString())).toEqual({ data: [{ index: 0, embedding }], model: 'm' });
});

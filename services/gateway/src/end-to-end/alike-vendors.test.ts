import { expect, it } from 'vitest';
import { ALIKE, ANGLES, askIt, FIRST, startAlike } from '../testing/alike-gateway.ts';
import { credential } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { answerJson, type Script } from '../testing/scripted-provider.ts';

/** The vector of a text, by its angle. */
function vectorOf(text: string): readonly number[] {
  const radians = ((ANGLES[text] ?? 90) * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}

/** What vendors are asked for a vector by, and how they answer. */
const VENDORS = [
  {
    type: 'gemini',
    upstream: 'gemini-embedding-001',
    path: '/v1/models/gemini-embedding-001:batchEmbedContents',
    textOf: ({ requests }: Body) => requests?.[0]?.content.parts[0]?.text,
    answer: (values: readonly number[]) => ({
      ...{ embeddings: [{ values }], usageMetadata: { promptTokenCount: 9 } },
    }),
  },
  {
    type: 'cohere',
    upstream: 'embed-v4.0',
    path: '/v2/embed',
    textOf: ({ texts }: Body) => texts?.[0],
    answer: (values: readonly number[]) => ({
      ...{ embeddings: { float: [values] }, meta: { billed_units: { input_tokens: 9 } } },
    }),
  },
  {
    type: 'vertex',
    upstream: 'text-embedding-005',
    path: '/v1/publishers/google/models/text-embedding-005:predict',
    textOf: ({ instances }: Body) => instances?.[0]?.content,
    answer: (values: readonly number[]) => ({
      predictions: [{ embeddings: { values, statistics: { truncated: false, token_count: 9 } } }],
    }),
  },
] as const;

interface Body {
  readonly requests?: readonly { content: { parts: readonly { text: string }[] } }[];
  readonly texts?: readonly string[];
  readonly instances?: readonly { content: string }[];
}

it.each(VENDORS)(
  'a question that means the same is answered again as a model of $type tells',
  async ({ type, upstream, path, textOf, answer }) => {
    const script: Script = (response, { body }) => {
      const text = textOf(JSON.parse(body.toString()) as Body);
      answerJson(response, answer(vectorOf(text ?? '')));
    };
    await using world = await startAlike({
      script,
      vectors: { type, credential: 'set' },
      model: { upstreamModel: upstream },
      more: { credentials: [credential('vectors', 'a-key')] },
    });
    const first = await askIt(world, FIRST);
    const alike = await askIt(world, ALIKE);
    expect([first.state, alike.state]).toEqual(['miss', 'hit']);
    expect(world.vectors.received.map((one) => one.path)).toEqual([path, path]);
    const asked = (await usageOf(world.gateway, 4)).filter(
      ({ model_served: served }) => served === 'embed',
    );
    expect(asked).toMatchObject([
      { input: 9, source: 'provider', status: 200 },
      { input: 9, source: 'provider', status: 200 },
    ]);
  },
);

it('no vector is asked for where the vendor makes none', async () => {
  await using world = await startAlike({
    vectors: { type: 'anthropic', credential: 'set' },
    more: { credentials: [credential('vectors', 'a-key')] },
  });
  for (const question of [FIRST, ALIKE]) expect((await askIt(world, question)).state).toBe('miss');
  expect(world.vectors.received).toHaveLength(0);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import { kindNamed } from '@aicp/crds/kinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asYaml } from '../plan/write-objects.ts';
import type { Made } from '../plan/plan.ts';
import { UnreadableFile } from '../source/source.ts';
import { importPortkey } from './import-portkey.ts';

const CASES = join(import.meta.dirname, '../testing');
const written = readFileSync(join(CASES, 'portkey.json'), 'utf8');

const notesOf = ({ notes }: Made): string =>
  notes.map(({ kind, line, text }) => `${kind} ${line}: ${text}\n`).join('');

/** Whether all that was made is taken by its kind, and its conditions can be read. */
function expectValid({ objects }: Made): void {
  for (const { kind, spec } of objects) {
    expect(kindNamed(kind).spec.safeParse(spec).error?.issues, kind).toBeUndefined();
    const { condition } = spec;
    if (typeof condition === 'string') expect(() => parseCondition(condition)).not.toThrow();
  }
}

describe('a config of Portkey’s', () => {
  const made = importPortkey(written, 'assistant');

  it('becomes the objects that stand beside it, and says of the rest what becomes of it', async () => {
    await expect(asYaml(made.objects)).toMatchFileSnapshot(join(CASES, 'portkey.objects.yaml'));
    await expect(notesOf(made)).toMatchFileSnapshot(join(CASES, 'portkey.notes.txt'));
  });

  it('becomes objects that their kinds take, and gives no key away', () => {
    expect(made.objects.length).toBeGreaterThan(10);
    expectValid(made);
    expect(asYaml(made.objects) + notesOf(made)).not.toContain('written-in-clear');
  });

  it('is read as the API answers it, too', () => {
    const answered = importPortkey(`{"data": {"config": ${written}}}`, 'assistant');
    expect(answered.objects).toEqual(made.objects);
  });

  it.each([
    ['its own', { custom_host: 'models.internal/v1' }, {}],
    ['one that is no text', { custom_host: ['https://a.example'] }, {}],
    ['that of the config around it', {}, { custom_host: 'https://a.example/v1?key=b' }],
  ])('makes nothing of a target whose address cannot be taken: %s', (_, inner, outer) => {
    const target = { provider: 'openai', api_key: 'k', override_params: { model: 'm' }, ...inner };
    const one = importPortkey(JSON.stringify({ ...outer, targets: [target] }), 'assistant');
    expect(one.objects.filter(({ kind }) => kind === 'Provider' || kind === 'Model')).toEqual([]);
    expect(notesOf(one)).toContain('its custom_host is no plain address');
  });

  it('asks at the address of the config around a target', () => {
    const target = { provider: 'openai', api_key: 'k', override_params: { model: 'm' } };
    const config = { custom_host: 'https://a.example/v1', targets: [target] };
    const { objects } = importPortkey(JSON.stringify(config), 'assistant');
    expect(objects.find(({ kind }) => kind === 'Provider')?.spec).toMatchObject({
      type: 'openai_compatible',
      baseUrl: 'https://a.example/v1',
    });
  });

  const PLACE = {
    vertex_project_id: 'p',
    vertex_region: 'europe-west1',
    aws_region: 'eu-central-1',
  };
  const modelsOf = (one: Made) =>
    one.objects.filter(({ kind }) => kind === 'Model').map(({ spec }) => spec['upstreamModel']);

  it.each([
    ['vertex-ai', 'anthropic.claude-sonnet-4-5@20250929', 'claude-sonnet-4-5@20250929'],
    ['@vertex-ai-eu', 'google.gemini-2.5-pro', 'gemini-2.5-pro'],
    ['vertex-ai', 'gemini-2.5-pro', 'gemini-2.5-pro'],
    ['bedrock', 'anthropic.claude-3-haiku-20240307-v1:0', 'anthropic.claude-3-haiku-20240307-v1:0'],
  ])('asks for models as their vendor calls them: %s, %s', (provider, model, upstream) => {
    const target = { provider, ...PLACE, override_params: { model } };
    expect(modelsOf(importPortkey(JSON.stringify({ targets: [target] }), 'assistant'))).toEqual([
      upstream,
    ]);
  });

  it.each(['meta.llama-4', 'mistralai.codestral', 'endpoints.123'])(
    'makes nothing of a model at Vertex AI that gateways do not ask for: %s',
    (model) => {
      const target = { provider: 'vertex-ai', ...PLACE, override_params: { model } };
      const one = importPortkey(JSON.stringify({ targets: [target] }), 'assistant');
      expect(modelsOf(one)).toEqual([]);
      expect(notesOf(one)).toContain('models of Google and Anthropic alone');
    },
  );

  it.each(['', '[]', '{', '1'])('is refused where it is “%s”', (text) => {
    expect(() => importPortkey(text, 'x')).toThrow(UnreadableFile);
  });
});

it('reads any object without an error of another kind, and makes only what its kind takes', () => {
  const names = fc.constantFrom(
    ...['strategy', 'mode', 'targets', 'provider', 'virtual_key', 'override_params', 'model'],
    ...['conditions', 'query', 'then', 'default', 'weight', 'retry', 'attempts', 'name', 'cache'],
    ...['metadata.x', '$eq', '$in', '$and', 'custom_host', 'request_timeout', '__proto__'],
  );
  const texts = fc.constantFrom(
    'openai',
    '@openai-x/m',
    'loadbalance',
    'fallback',
    'conditional',
    "'",
  );
  const { value } = fc.letrec<{ value: unknown; list: unknown[]; map: object }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      texts,
      fc.constantFrom(null, true, 0, -1, 0.5, 1e300),
      tie('list'),
      tie('map'),
    ),
    list: fc.array(tie('value'), { maxLength: 3 }),
    map: fc.dictionary(names, tie('value'), { maxKeys: 6 }),
  }));
  fc.assert(
    fc.property(fc.dictionary(names, value, { maxKeys: 6 }), fc.string(), (config, name) => {
      try {
        expectValid(importPortkey(JSON.stringify(config), name));
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
      }
    }),
  );
});

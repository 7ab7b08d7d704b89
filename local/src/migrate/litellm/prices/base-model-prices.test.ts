import { installedModels } from '@aicp/local/prices/installed-prices';
import { priceCatalog } from '@aicp/crds/price-catalog';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { importLiteLlm } from '../import-litellm.ts';
import { BaseModelPrices } from './base-model-prices.ts';
import { Plan } from '../../plan/plan.ts';
import { sourcesIn } from '../../source/source.ts';

const AZURE = { api_base: 'https://a.openai.azure.com', api_version: '2024-10-21' };

const deployment = (model: string, model_info: object, params: object = {}) => ({
  model_name: model.replace(/^.*\//, ''),
  litellm_params: { model, api_key: 'os.environ/KEY', ...params },
  model_info,
});
const importOf = (...model_list: object[]) => importLiteLlm(stringify({ model_list }));
type Made = ReturnType<typeof importOf>;

const notesOf = ({ notes }: Made): string => notes.map(({ text }) => text).join('\n');
const catalogsOf = ({ objects }: Made) => objects.filter(({ kind }) => kind === 'PriceCatalog');

/** What the operator makes of the objects: the prices of models by their ids. */
function pricesOf({ objects }: Made, ...more: object[]) {
  const stored = [...objects, ...more].map((object, index) => {
    const { metadata, ...rest } = object as Made['objects'][number];
    return { ...rest, metadata: { ...metadata, uid: `uid-${index}`, resourceVersion: '1' } };
  });
  return Object.fromEntries(
    installedModels(stored).map(({ model }) => [model.id, model.prices] as const),
  );
}

describe('a deployment with a base_model', () => {
  it.each([
    ['azure/gpt-4o-2024-08-06'],
    ['azure/global/gpt-4o'],
    ['azure/global-standard/gpt-4o'],
    ['gpt-4o'],
  ])('costs what that does, where its own name says nothing of a price: %s', (base_model) => {
    const made = importOf(deployment('azure/chat-prod', { base_model }, AZURE));
    expect(pricesOf(made)['chat-prod']).toMatchObject({
      ...{ input: '2500000000', output: '10000000000', cachedInput: '1250000000' },
    });
    expect(notesOf(made)).toContain('PriceCatalog litellm-base-models');
    expect(notesOf(made)).not.toContain('base_model is not carried over');
  });

  it('costs what that does also where its name is that of another model', () => {
    const made = importOf(deployment('azure/gpt-4', { base_model: 'azure/gpt-4o' }, AZURE));
    expect(pricesOf(made)['gpt-4']).toMatchObject({ input: '2500000000' });
  });

  it('takes base_model of the params before that of model_info, as LiteLLM does', () => {
    const made = importOf(
      deployment('azure/x', { base_model: 'azure/gpt-4o' }, { ...AZURE, base_model: 'azure/o3' }),
    );
    expect(pricesOf(made)['x']).toMatchObject({ input: '2000000000' });
  });

  it('keeps prices of long prompts', () => {
    const info = { base_model: 'gemini/gemini-2.5-pro' };
    const made = importOf(
      deployment('litellm_proxy/g', info, { api_base: 'https://p.example/v1' }),
    );
    expect(pricesOf(made)['g']).toMatchObject({
      input: '1250000000',
      tiers: [{ aboveInputTokens: 200_000, input: '2500000000', output: '15000000000' }],
    });
  });

  it('keeps prices that are not of tokens', () => {
    const info = { base_model: 'groq/whisper-large-v3', mode: 'audio_transcription' };
    const made = importOf(
      deployment('litellm_proxy/w', info, { api_base: 'https://p.example/v1' }),
    );
    expect(pricesOf(made)['w']).toEqual({ perMinute: '1850000' });
  });

  it('begins to cost something else when that does', () => {
    const info = { base_model: 'gemini/gemini-3.6-flash' };
    const made = importOf(
      deployment('litellm_proxy/g', info, { api_base: 'https://p.example/v1' }),
    );
    const entries = catalogsOf(made)[0]?.spec['prices'] as Record<string, unknown>[];
    expect(entries.map((one) => one['effectiveFrom'])).toEqual([
      undefined,
      '2027-01-01T00:00:00.000Z',
    ]);
  });

  it('costs what the file says itself, where it does', () => {
    const info = {
      base_model: 'azure/gpt-4o',
      input_cost_per_token: 1e-6,
      output_cost_per_token: 2e-6,
    };
    const made = importOf(deployment('azure/chat', info, AZURE));
    expect(catalogsOf(made)).toEqual([]);
    expect(pricesOf(made)['chat']).toEqual({ input: '1000000000', output: '2000000000' });
  });

  it('costs what a PriceCatalog of people says', () => {
    const made = importOf(deployment('azure/chat', { base_model: 'azure/gpt-4o' }, AZURE));
    const prices = [{ model: 'chat', inputPricePerMillion: '7', outputPricePerMillion: '8' }];
    const contract = {
      ...{ apiVersion: 'aicp.dev/v1alpha1', kind: 'PriceCatalog', metadata: { name: 'contract' } },
      spec: { prices },
    };
    expect(pricesOf(made, contract)['chat']).toMatchObject({
      input: '7000000000',
      output: '8000000000',
    });
  });

  it('needs no catalog where its own name has the same price', () => {
    const made = importOf(
      deployment('azure/gpt-4o-2024-08-06', { base_model: 'azure/gpt-4o' }, AZURE),
    );
    expect(catalogsOf(made)).toEqual([]);
    expect(pricesOf(made)['gpt-4o-2024-08-06']).toMatchObject({ input: '2500000000' });
  });

  it('is said to have no price where nobody knows its base_model', () => {
    const made = importOf(deployment('azure/chat', { base_model: 'azure/eu/never' }, AZURE));
    expect(catalogsOf(made)).toEqual([]);
    expect(notesOf(made)).toContain('the release has none of base_model azure/eu/never');
  });

  it('is said to have no price where that differs by the hour', () => {
    const info = { base_model: 'deepseek/deepseek-v4-flash' };
    const made = importOf(
      deployment('litellm_proxy/d', info, { api_base: 'https://p.example/v1' }),
    );
    expect(catalogsOf(made)).toEqual([]);
    expect(notesOf(made)).toContain('differs by the hour');
  });

  it('is one of two that ask for the same, of which the first says what it costs', () => {
    const made = importOf(deployment('azure/chat', { base_model: 'azure/gpt-4o' }, AZURE), {
      ...deployment('azure/chat', { base_model: 'azure/o3' }, AZURE),
      model_name: 'other',
    });
    expect(pricesOf(made)['other']).toMatchObject({ input: '2500000000' });
    expect(notesOf(made)).toContain('base_model azure/o3 is not taken');
  });
});

it('fills as many PriceCatalogs as are needed for all', () => {
  const [source] = sourcesIn('model_list: []');
  const prices = new BaseModelPrices();
  const bases = [{ vendor: 'azure', model: 'gpt-4o' }];
  for (let index = 0; index < 1001; index += 1) {
    const asked = { vendor: 'azure', model: `chat-${index}` };
    prices.add({ provider: 'azure', asked, written: 'azure/gpt-4o', bases, part: source!.root });
  }
  const plan = new Plan();
  prices.addTo(plan);
  const { objects } = plan.made([source!]);
  expect(objects.map(({ spec }) => (spec['prices'] as unknown[]).length)).toEqual([1000, 1]);
  for (const { spec } of objects) expect(priceCatalog.spec.safeParse(spec).success).toBe(true);
});

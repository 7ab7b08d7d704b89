import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { priceCatalog } from '@aicp/crds/price-catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { run } from '../cli/run.ts';
import { prices } from '../commands/prices.ts';
import { readLiteLlm } from './litellm-prices.ts';
import { writeCatalogs } from './write-catalogs.ts';

const LITELLM = `{
  "sample_spec": {"litellm_provider": "one of", "input_cost_per_token": 0.0},
  "gpt-4o": {"litellm_provider": "openai", "mode": "chat", "max_tokens": 16384, "input_cost_per_token": 2.5e-06,
    "cache_read_input_token_cost": 1.25e-06, "output_cost_per_token": 0.00001, "input_cost_per_token_batches": 1.25e-06},
  "openai/gpt-4o": {"litellm_provider": "openai", "input_cost_per_token": 2.5e-06,
    "cache_read_input_token_cost": 1.25e-06, "output_cost_per_token": 0.00001},
  "azure/gpt-4o": {"litellm_provider": "azure", "input_cost_per_token": 2.75e-06, "output_cost_per_token": 1.1e-05},
  "gemini/gemini-2.5-pro": {"litellm_provider": "gemini", "input_cost_per_token": 1.25e-06, "output_cost_per_token": 1e-05,
    "input_cost_per_token_above_200k_tokens": 2.5e-06, "output_cost_per_token_above_200k_tokens": 1.5e-05,
    "output_cost_per_reasoning_token": 1e-05, "input_cost_per_audio_token": 7e-07},
  "groq/odd": {"litellm_provider": "groq", "input_cost_per_token": 1.23456789012345e-07, "output_cost_per_token": 1e-06},
  "xai/free": {"litellm_provider": "xai", "max_tokens": 10},
  "dall-e-3": {"litellm_provider": "openai", "mode": "image_generation", "output_cost_per_image": 0.04}
}`;

describe('LiteLLM’s price file', () => {
  it('is taken over to the last digit', () => {
    const { entries } = readLiteLlm(LITELLM);
    expect(entries).toEqual([
      {
        ...{ model: 'gpt-4o', provider: 'openai', source: 'LiteLLM: gpt-4o' },
        inputPricePerMillion: '2.5',
        cachedInputPricePerMillion: '1.25',
        outputPricePerMillion: '10',
      },
      {
        ...{ model: 'gpt-4o', provider: 'azure', source: 'LiteLLM: azure/gpt-4o' },
        inputPricePerMillion: '2.75',
        outputPricePerMillion: '11',
      },
      {
        ...{
          model: 'gemini-2.5-pro',
          provider: 'google',
          source: 'LiteLLM: gemini/gemini-2.5-pro',
        },
        inputPricePerMillion: '1.25',
        outputPricePerMillion: '10',
        reasoningPricePerMillion: '10',
        audioInputPricePerMillion: '0.7',
        tiers: [
          { aboveInputTokens: 200_000, inputPricePerMillion: '2.5', outputPricePerMillion: '15' },
        ],
      },
    ]);
  });

  it('is said of what cannot be taken', () => {
    expect(readLiteLlm(LITELLM).notes).toEqual([
      'groq/odd: not taken: input_cost_per_token is 1.23456789012345e-07, which is no amount of USD with at most nine decimals',
      'input_cost_per_token_batches: not charged by this version (1 models)',
      'output_cost_per_image: not charged by this version (1 models)',
      '2 models have no price that can be taken',
    ]);
    const other = LITELLM.replace(
      '"openai/gpt-4o": {',
      '"openai/gpt-4o": {"input_cost_per_request": 1,',
    );
    expect(readLiteLlm(other).notes[0]).toBe(
      'openai/gpt-4o: not taken: gpt-4o is the same model with other prices',
    );
  });

  it('calls vendors as catalogs do, and models as their providers', () => {
    const of = (litellm_provider: string) => ({ litellm_provider, input_cost_per_token: 1e-6 });
    const text = JSON.stringify({
      'vertex_ai/claude-opus-4': of('vertex_ai-anthropic_models'),
      'gemini-2.5-pro': of('vertex_ai-language-models'),
      'gemini/gemini-2.5-pro': of('gemini'),
      'xai/grok-4': of('xai'),
      'groq/llama-3.3-70b': of('groq'),
      'anthropic.claude-v2': of('bedrock'),
    });
    const named = readLiteLlm(text).entries.map(({ provider, model }) => `${provider} ${model}`);
    expect(named).toEqual([
      ...['google claude-opus-4', 'google gemini-2.5-pro', 'x-ai grok-4', 'groq llama-3.3-70b'],
      'aws anthropic.claude-v2',
    ]);
    const mine = readLiteLlm(text, { only: new Set(['xai']), provider: 'mine' });
    expect(mine.entries).toMatchObject([{ provider: 'mine', model: 'grok-4' }]);
  });

  it('becomes objects that the API takes, several where one cannot hold them', () => {
    const entries = Array.from({ length: 1001 }, (_, index) => ({
      ...{ model: `m${index}`, provider: 'openai', inputPricePerMillion: '0.15' },
    }));
    const objects = parseAllDocuments(writeCatalogs('many', entries)).map(
      (one) => one.toJS() as { metadata: { name: string }; spec: { prices: unknown[] } },
    );
    expect(objects.map(({ metadata, spec }) => [metadata.name, spec.prices.length])).toEqual([
      ['many-1', 1000],
      ['many-2', 1],
    ]);
    for (const { spec } of objects) expect(priceCatalog.spec.safeParse(spec).success).toBe(true);
  });
});

describe('aicp prices', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'aicp-prices-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const written = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  async function aicp(...args: string[]) {
    const said = { out: '', err: '' };
    const commands = { prices: () => Promise.resolve(prices) };
    const code = await run(['prices', ...args], commands, {
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
      isTerminal: false,
      environment: {},
      signal: new AbortController().signal,
    });
    return { code, ...said };
  }

  const OBJECTS = `
apiVersion: v1
kind: List
items:
  - { kind: Provider, metadata: { name: openai, uid: p }, spec: { type: openai } }
  - { kind: Provider, metadata: { name: ours, uid: q }, spec: { type: simulated } }
  - { kind: Model, metadata: { name: gpt-4o, uid: m }, spec: { modelId: gpt-4o, provider: openai } }
  - { kind: Model, metadata: { name: own, uid: n }, spec: { modelId: own, provider: ours } }
---
kind: PriceCatalog
metadata: { name: contract, uid: c }
spec: { discounts: [{ provider: openai, discountPercent: 10, source: Contract 4711 }] }
`;

  it('list says what models cost, and where that is from', async () => {
    const { code, out } = await aicp('list', '-f', written('objects.yaml', OBJECTS));
    expect(code).toBe(0);
    const rows = out.split('\n').map((line) => line.split(/ {3,}/));
    expect(rows).toContainEqual([
      ...['gpt-4o', 'inputPricePerMillion', '2.25'],
      'openai/gpt-4o in @pydantic/genai-prices 0.1.8, 2026-09-23, then PriceCatalog/contract (Contract 4711)',
    ]);
    expect(rows).toContainEqual(['gpt-4o', 'outputPricePerMillion', '9.00']);
    expect(rows).toContainEqual(['own', 'no price']);
  });

  it('diff says what costs something else than the bundled data, or a file, says', async () => {
    const objects = written('objects.yaml', OBJECTS);
    const bundled = await aicp('diff', '-f', objects);
    expect(bundled.code).toBe(1);
    expect(bundled.out).toMatch(/gpt-4o +inputPricePerMillion +2\.25 +2\.50/);
    expect(bundled.out).not.toContain('own');
    const file = await aicp('diff', written('litellm.json', LITELLM), '-f', objects);
    expect(file.out).toMatch(/gpt-4o +outputPricePerMillion +9\.00 +10\.00/);
    const same = written('same.json', LITELLM.replace('2.5e-06,\n', '2.25e-06,\n'));
    const catalog = written('catalog.yaml', (await aicp('import', same, '--only', 'openai')).out);
    expect((await aicp('diff', catalog, '-f', objects)).out).not.toContain('\ngpt-4o   input');
  });

  describe('diff of a PriceCatalog in a file', () => {
    const contract = (percent: number, more = '') =>
      `kind: PriceCatalog\nmetadata: { name: contract }\nspec: { discounts: [{ provider: openai, discountPercent: ${percent} }]${more} }\n`;
    const diff = async (catalog: string, objects = OBJECTS) =>
      await aicp('diff', written('c.yaml', catalog), '-f', written('objects.yaml', objects));

    it('takes its discounts off what is there without it', async () => {
      expect(await diff(contract(10))).toEqual({ code: 0, out: '', err: '' });
      const more = await diff(contract(20));
      expect(more.code).toBe(1);
      expect(more.out).toMatch(/gpt-4o +inputPricePerMillion +2\.25 +2\.00/);
      const other = contract(20).replace('name: contract', 'name: further');
      expect((await diff(other)).out).toMatch(/gpt-4o +inputPricePerMillion +2\.25 +1\.80/);
    });

    it('is held against the prices that Models say themselves', async () => {
      const own = OBJECTS.replace(
        'provider: openai } }\n',
        'provider: openai, inputPricePerMillion: 2, outputPricePerMillion: 9 } }\n',
      );
      expect((await diff(contract(10), own)).out).toMatch(
        /gpt-4o +inputPricePerMillion +2\.00 +2\.25/,
      );
    });

    it('of an organization says nothing but of what that one’s own providers serve', async () => {
      const acmes = `
kind: List
items:
  - { kind: Organization, metadata: { name: acme, uid: o }, spec: {} }
  - { kind: Provider, metadata: { name: own, uid: r }, spec: { type: openai, organizationId: acme } }
  - kind: Model
    metadata: { name: acmes, uid: s }
    spec: { modelId: acmes, upstreamModel: gpt-4o, provider: own, organizationId: acme }
`;
      const ofAcme = contract(50, ', organizationId: acme');
      expect((await diff(ofAcme)).code).toBe(0);
      const both = await diff(ofAcme.replace('contract', 'theirs'), `${OBJECTS}---${acmes}`);
      expect(both.out).toMatch(/acmes +inputPricePerMillion +2\.25 +1\.125/);
      expect(both.out).not.toContain('gpt-4o');
    });
  });

  it('import writes a PriceCatalog, and says what is missing in it', async () => {
    const { code, out, err } = await aicp('import', written('l.json', LITELLM), '--name', 'lite');
    expect(code).toBe(0);
    const catalog = parse(out) as { kind: string; metadata: object; spec: unknown };
    expect(catalog).toMatchObject({ kind: 'PriceCatalog', metadata: { name: 'lite' } });
    expect(priceCatalog.spec.safeParse(catalog.spec).success).toBe(true);
    expect(err).toContain('groq/odd: not taken');
  });

  it('import prices what a vendor serves at its own address, and says what it will price', async () => {
    const litellm = written('l.json', LITELLM);
    const gemini = `
kind: List
items:
  - kind: Provider
    metadata: { name: mine, uid: p }
    spec: { type: openai_compatible, baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai' }
  - { kind: Model, metadata: { name: g, uid: m }, spec: { modelId: gemini-2.5-pro, provider: mine } }
`;
    const { out, err } = await aicp('import', litellm, '--only', 'gemini');
    expect(err).toBe(
      'google: 1 entry, which prices the Provider of that name and those whose baseUrl is that vendor’s\n',
    );
    const listed = await aicp('list', '-f', written('g.yaml', `${out}---${gemini}`));
    expect(listed.out).toContain('PriceCatalog/litellm (LiteLLM: gemini/gemini-2.5-pro)');
    const named = await aicp('import', litellm, '--only', 'gemini', '--provider', 'proxy');
    expect(named.err).toBe('proxy: 1 entry, which prices the Provider of that name alone\n');
    expect(named.out).toContain('provider: proxy');
  });

  it('says what is wrong with a file', async () => {
    expect((await aicp('import', written('x.json', '[1]'))).err).toContain('no price file');
    expect((await aicp('import', join(folder, 'none'))).err).toContain('cannot be read');
    expect((await aicp('export')).err).toContain('say `aicp prices list`');
  });
});

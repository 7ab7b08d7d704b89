import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindNamed } from '@aicp/crds/kinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { asYaml } from '../plan/write-objects.ts';
import type { Made } from '../plan/plan.ts';
import { UnreadableFile } from '../source/source.ts';
import { importLiteLlm } from './import-litellm.ts';

const CASES = join(import.meta.dirname, '../testing');
const written = readFileSync(join(CASES, 'litellm.yaml'), 'utf8');

const notesOf = ({ notes }: Made): string =>
  notes.map(({ kind, line, text }) => `${kind} ${line}: ${text}\n`).join('');

const specsOf = ({ objects }: Made, kind: string) =>
  objects.filter((object) => object.kind === kind).map(({ spec }) => spec);

const deployment = (params: object, more: object = {}) => ({
  model_list: [{ model_name: 'm', litellm_params: params, ...more }],
});
const importOf = (config: object, environment = {}) =>
  importLiteLlm(stringify(config), environment);

/** Whether all that was made is taken by its kind. */
function expectValid({ objects }: Made): void {
  for (const { kind, spec } of objects) {
    expect(kindNamed(kind).spec.safeParse(spec).error?.issues, kind).toBeUndefined();
  }
}

describe('a config.yaml of LiteLLM', () => {
  const made = importLiteLlm(written, { AZURE_US_BASE: 'https://contoso-us.openai.azure.com' });

  it('becomes the objects that stand beside it, and says of the rest what becomes of it', async () => {
    await expect(asYaml(made.objects)).toMatchFileSnapshot(join(CASES, 'litellm.objects.yaml'));
    await expect(notesOf(made)).toMatchFileSnapshot(join(CASES, 'litellm.notes.txt'));
  });

  it('becomes objects that their kinds take', () => {
    expect(made.objects.length).toBeGreaterThan(25);
    expectValid(made);
  });

  it('never gives a secret away', () => {
    const all = asYaml(made.objects) + notesOf(made);
    for (const secret of ['sk-proj-written', 'sk-master', 'hunter2']) {
      expect(written).toContain(secret);
      expect(all).not.toContain(secret);
    }
  });

  it('keeps every digit of a price', () => {
    const priced = importOf(
      deployment(
        { model: 'openai/x', input_cost_per_token: 0.000000123456789 },
        { model_info: { output_cost_per_token: 3e-7 } },
      ),
    );
    expect(specsOf(priced, 'Model')[0]).toMatchObject({
      ...{ inputPricePerMillion: '0.123456789', outputPricePerMillion: '0.3' },
    });
  });

  it('takes no price of a model where one of them cannot be taken, and says so', () => {
    const priced = importOf(
      deployment({
        ...{ model: 'openai/x', input_cost_per_token: 1e-16, output_cost_per_token: 3e-7 },
      }),
    );
    expect(specsOf(priced, 'Model')[0]).not.toHaveProperty('outputPricePerMillion');
    expect(notesOf(priced)).toContain('no price is taken: input_cost_per_token');
  });

  it('names a variable that it would need, and takes its value where it is set', () => {
    const config = deployment({ model: 'hosted_vllm/x', api_base: 'os.environ/VLLM' });
    const without = importOf(config);
    expect(without.objects).toEqual([]);
    expect(notesOf(without)).toContain('its api_base stands in VLLM: set that variable');
    const withIt = importOf(config, { VLLM: 'https://vllm.example.com/v1' });
    expect(specsOf(withIt, 'Provider')[0]).toMatchObject({
      baseUrl: 'https://vllm.example.com/v1',
    });
  });

  describe('whose place is written and cannot be taken', () => {
    const AZURE = { model: 'azure/x', api_base: 'https://a.openai.azure.com' };
    it.each<[what: string, params: object]>([
      ['an address in a variable', { model: 'openai/x', api_base: 'os.environ/UNSET' }],
      ['the other name of an address', { model: 'openai/x', base_url: 'os.environ/UNSET' }],
      ['an address that is no text', { model: 'anthropic/x', api_base: ['https://a.example'] }],
      ['an address that is none', { model: 'groq/x', api_base: 'models.internal' }],
      ['an address with a query', { model: 'openai/x', api_base: 'https://a.example/v1?a=b' }],
      [
        'an address of a kind that is not taken',
        { model: 'gemini/x', api_base: 'https://a.example' },
      ],
      [
        'a region of Vertex AI',
        { model: 'vertex_ai/x', vertex_project: 'p', vertex_location: 'os.environ/UNSET' },
      ],
      [
        'an endpoint of Bedrock',
        {
          model: 'bedrock/x',
          aws_region_name: 'eu-central-1',
          aws_bedrock_runtime_endpoint: 'os.environ/UNSET',
        },
      ],
      ['a version of Azure', { ...AZURE, api_version: 'os.environ/UNSET' }],
      [
        'a credential that the file does not hold',
        { model: 'openai/x', litellm_credential_name: 'absent' },
      ],
      ['a key that is no text', { model: 'openai/x', api_key: { a: 1 } }],
    ])('asks nobody else: %s', (_, params) => {
      const made = importOf(deployment(params));
      expect(made.objects).toEqual([]);
      expect(notesOf(made)).toMatch(
        /lost \d+: model_list\[0\].litellm_params: no Provider is made of it, since its /,
      );
    });

    it('asks nobody else where an address for all is written so', () => {
      const ofAll = { litellm_settings: { api_base: 'os.environ/UNSET' } };
      expect(importOf({ ...deployment({ model: 'openai/x' }), ...ofAll }).objects).toEqual([]);
      const ofVendor = { environment_variables: { OPENAI_API_BASE: 'os.environ/UNSET' } };
      expect(importOf({ ...deployment({ model: 'openai/x' }), ...ofVendor }).objects).toEqual([]);
    });
  });

  it.each<[where: string, config: object]>([
    ['litellm_settings', { litellm_settings: { api_base: 'https://proxy.example/v1' } }],
    [
      'a variable of the file',
      { environment_variables: { OPENAI_BASE_URL: 'https://proxy.example/v1' } },
    ],
  ])('asks at the address for all that stands in %s', (_, more) => {
    const [provider] = specsOf(
      importOf({ ...deployment({ model: 'openai/x' }), ...more }),
      'Provider',
    );
    expect(provider).toMatchObject({
      type: 'openai_compatible',
      baseUrl: 'https://proxy.example/v1',
    });
  });

  it('takes the value of a variable that the file sets', () => {
    const config = deployment({ model: 'hosted_vllm/x', api_base: 'os.environ/VLLM' });
    const set = { environment_variables: { VLLM: 'https://vllm.example.com/v1' } };
    const [provider] = specsOf(
      importOf({ ...config, ...set }, { VLLM: 'https://b.example' }),
      'Provider',
    );
    expect(provider).toMatchObject({ baseUrl: 'https://vllm.example.com/v1' });
  });

  it('makes one Provider for deployments that ask at one place by one credential', () => {
    const one = (model: string, key = 'A') => ({
      model_name: model,
      litellm_params: { model: `openai/${model}`, api_key: `os.environ/${key}` },
    });
    const { objects } = importOf({ model_list: [one('a'), one('b'), one('c', 'B')] });
    const names = objects.filter(({ kind }) => kind === 'Provider').map((o) => o.metadata.name);
    expect(names).toEqual(['openai', 'openai-b']);
  });

  it('takes an address that holds a name, a password or a query for none', () => {
    const found = importOf(
      deployment({ model: 'hosted_vllm/x', api_base: 'https://me:secret-word@vllm.example.com' }),
    );
    expect(found.objects).toEqual([]);
    expect(notesOf(found)).not.toContain('secret-word');
  });

  it.each([
    ['no YAML', 'model_list: [', /line 1/],
    ['no map', '- a\n- b\n', /one map/],
    ['nothing', '', /one map/],
    ['two documents', 'a: 1\n---\nb: 2\n', /one map/],
    ['aliases without end', 'a: &a [*a]\n', /aliases/],
  ])('is refused where it is %s', (_, text, why) => {
    expect(() => importLiteLlm(text)).toThrow(UnreadableFile);
    expect(() => importLiteLlm(text)).toThrow(why);
  });
});

describe('any file', () => {
  const SECRET = 'very-secret-0123456789';
  const names = fc.constantFrom(
    ...['model_list', 'model_name', 'litellm_params', 'model', 'api_base', 'api_key', 'rpm'],
    ...['router_settings', 'litellm_settings', 'fallbacks', 'model_group_alias', 'guardrails'],
    ...['guardrail', 'guardrail_name', 'mode', 'pii_entities_config', 'weight', 'max_budget'],
    ...['credential_list', 'credential_name', 'credential_values', '__proto__', 'x'],
  );
  const texts = fc.constantFrom('openai/gpt-4o', 'azure/a', 'gpt', 'https://a.example/v1', '*', '');
  const { value } = fc.letrec<{ value: unknown; list: unknown[]; map: object }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      texts,
      fc.constantFrom(null, true, 0, -1, 1.5, 1e300),
      tie('list'),
      tie('map'),
    ),
    list: fc.array(tie('value'), { maxLength: 3 }),
    map: fc.dictionary(names, tie('value'), { maxKeys: 6 }),
  }));

  it('is read without an error of another kind, and makes only what its kind takes', () => {
    fc.assert(
      fc.property(fc.dictionary(names, value, { maxKeys: 6 }), (config) => {
        try {
          expectValid(importLiteLlm(stringify(config)));
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error;
        }
      }),
    );
  });

  it('of any text at all neither', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        try {
          expectValid(importLiteLlm(text));
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error;
        }
      }),
    );
  });

  it('gives no secret away, wherever it stands', () => {
    const secretNames = fc.constantFrom(
      ...['api_key', 'aws_secret_access_key', 'client_secret', 'vertex_credentials', 'password'],
      ...['azure_ad_token', 'master_key', 'database_url', 'extra_headers', 'Authorization'],
    );
    const places = fc.constantFrom(
      ...['litellm_params', 'model_info', 'general_settings', 'router_settings', 'guardrails'],
    );
    fc.assert(
      fc.property(places, secretNames, fc.boolean(), (place, name, isInName) => {
        const config = parse(written) as Record<string, unknown>;
        const [first] = config['model_list'] as Record<string, object>[];
        const holder = { [name]: name === 'extra_headers' ? { a: SECRET } : SECRET };
        if (place in first!) Object.assign(first![place]!, holder);
        else if (place === 'guardrails') {
          const [guard] = config['guardrails'] as { litellm_params: object }[];
          Object.assign(guard!.litellm_params, holder);
        } else Object.assign(config[place] as object, holder);
        // Somebody wrote the key where a name belongs.
        if (isInName) first!['model_name'] = `gpt-${SECRET}` as unknown as object;
        const made = importLiteLlm(stringify(config));
        expect(asYaml(made.objects) + notesOf(made)).not.toContain(SECRET);
      }),
      { numRuns: 40 },
    );
  });
});

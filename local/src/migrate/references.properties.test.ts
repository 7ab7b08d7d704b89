import { kindNamed } from '@aicp/crds/kinds';
import { objectName } from '@aicp/crds/kit/fields';
import { namesAt } from '@aicp/crds/kit/references';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { importEnvoy } from './envoy/import-envoy.ts';
import { importLiteLlm } from './litellm/import-litellm.ts';
import type { Made, MadeObject } from './plan/plan.ts';
import { importPortkey } from './portkey/import-portkey.ts';

/** As long as names of objects may be where they become labels. */
const LONGEST_NAME = 63;

type Spec = Readonly<Record<string, unknown>>;
const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

/** What clients may ask for by an object. */
function idsOf({ kind, spec }: MadeObject): readonly string[] {
  if (kind === 'Model') return [...textsOf(spec['modelId']), ...textsOf(spec['aliases'])];
  if (spec['policyType'] !== 'model_group') return [];
  return textsOf((spec['config'] as Spec)['alias']);
}

const duplicatesIn = (all: readonly string[]): readonly string[] =>
  all.filter((one, index) => all.indexOf(one) !== index);

/** What the objects name: `Provider openai`. */
const namedBy = ({ kind, spec }: MadeObject): readonly string[] => [
  ...kindNamed(kind).references.flatMap((reference) =>
    namesAt(spec, reference).map((name) => `${reference.to} ${name}`),
  ),
  ...(kind === 'PriceCatalog'
    ? (spec['prices'] as readonly Spec[]).map((one) => `Provider ${String(one['provider'])}`)
    : []),
];

/** Whether every object has a name that is valid and its own, and names only what is made too, or is said to be made by hand. */
function expectSound({ objects, notes }: Made): void {
  const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  expect(duplicatesIn(names)).toEqual([]);
  for (const { metadata } of objects) {
    expect(objectName().safeParse(metadata.name).success, metadata.name).toBe(true);
    expect(metadata.name.length).toBeLessThanOrEqual(LONGEST_NAME);
  }
  const ids = objects.flatMap(idsOf);
  expect(duplicatesIn(ids)).toEqual([]);
  const todo = notes.filter(({ kind }) => kind === 'todo').map(({ text }) => text);
  const known = new Set([...names, ...ids.map((id) => `Model ${id}`)]);
  for (const name of objects.flatMap(namedBy)) {
    const [kind, own = ''] = name.split(' ');
    if (kind === 'Secret')
      expect(
        todo.some((text) => text.includes(` ${own} `)),
        name,
      ).toBe(true);
    else expect(known, JSON.stringify(objects)).toContain(name);
  }
}

/** Everything that was asked for by its name is made, or the report says that something is not. */
function expectTold({ objects, notes }: Made, wanted: readonly string[]): void {
  const ids = new Set(objects.flatMap(idsOf));
  const lost = notes.filter(({ kind }) => kind === 'lost').length;
  const missing = wanted.filter((one) => !ids.has(one.trim()));
  if (missing.length > 0) expect(lost, missing.join()).toBeGreaterThan(0);
}

/** Names as people give them: alike but for their case, their marks or their end, with slashes, umlauts, and too long. */
const names = fc.oneof(
  fc.constantFrom(
    ...['gpt', 'GPT', 'Gpt ', 'gpt/openai', 'gpt/openai-2', 'gpt/azure', 'gpt-2', 'größe', 'grüße'],
    ...[
      '模型',
      '模 型',
      'a/b',
      'a-b',
      'a.b',
      'A_B',
      '-',
      '.',
      'openai',
      'group-gpt',
      'a b',
      "it's",
    ],
    ...['x'.repeat(63), 'x'.repeat(64), `${'x'.repeat(63)}/y`, 'x'.repeat(201), 'gpt\nx', 'é'],
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);

it('LiteLLM’s: a group leaves the id of a model of the file to that', () => {
  const one = (model_name: string, model: string) => ({ model_name, litellm_params: { model } });
  const list = [one('g', 'openai/a'), one('g', 'openai/b'), one('g/openai', 'openai/c')];
  const { objects } = importLiteLlm(stringify({ model_list: list }));
  const models = objects.filter(({ kind }) => kind === 'Model').map(({ spec }) => spec);
  expect(models.map((one) => [one['modelId'], one['upstreamModel']])).toEqual([
    ...[
      ['g/openai-2', 'a'],
      ['g/openai-3', 'b'],
      ['g/openai', 'c'],
    ],
  ]);
});

it('LiteLLM’s: objects name what is made, by names that are valid and their own', () => {
  const models = fc.constantFrom(
    ...['openai/gpt-4o', 'azure/x', 'anthropic/claude-x', 'vertex_ai/gemini-x', 'groq/*', 'none/x'],
    ...['bedrock/eu-west-1/amazon.nova', 'hosted_vllm/x'],
  );
  const keys = fc.constantFrom(
    'os.environ/A_B',
    'os.environ/A__B',
    'os.environ/a_b',
    'sk-clear-0123456789',
  );
  const deployment = fc.record(
    {
      model_name: names,
      litellm_params: fc.record(
        {
          model: models,
          api_key: keys,
          api_base: fc.constantFrom('https://a.example/v1', 'https://openai.a.example'),
          rpm: fc.constantFrom(0, 5),
          max_budget: fc.constantFrom(0, 5),
        },
        { requiredKeys: ['model'] },
      ),
      model_info: fc.constantFrom({}, { base_model: 'azure/gpt-4o' }, { base_model: 'o3' }),
    },
    { requiredKeys: ['model_name', 'litellm_params'] },
  );
  const config = fc.record({
    list: fc.array(deployment, { minLength: 1, maxLength: 6 }),
    more: fc.array(names, { maxLength: 3 }),
    aliases: fc.dictionary(names, fc.nat({ max: 8 }), { maxKeys: 3 }),
    fallbacks: fc.array(fc.tuple(fc.nat({ max: 8 }), fc.array(fc.nat({ max: 8 }))), {
      maxLength: 3,
    }),
    defaults: fc.array(fc.nat({ max: 8 }), { maxLength: 2 }),
    guards: fc.array(names, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(config, ({ list, more, aliases, fallbacks, defaults, guards }) => {
      const known = [...list.map((one) => one.model_name), ...more, ...Object.keys(aliases)];
      const at = (index: number): string => known[index % known.length] ?? '';
      const chains = fallbacks.map(([of, to]) => ({ [at(of)]: to.map(at) }));
      const text = stringify({
        model_list: list,
        router_settings: {
          model_group_alias: Object.fromEntries(
            Object.entries(aliases).map(([alias, index]) => [alias, at(index)]),
          ),
          fallbacks: chains,
          context_window_fallbacks: chains,
          default_fallbacks: defaults.map(at),
        },
        guardrails: guards.map((guardrail_name) => ({
          guardrail_name,
          litellm_params: { guardrail: 'hide-secrets', mode: 'pre_call', default_on: true },
        })),
      });
      const made = importLiteLlm(text);
      expectSound(made);
      expectTold(made, [...list.map((one) => one.model_name), ...Object.keys(aliases)]);
    }),
    { numRuns: 400 },
  );
});

it('Portkey’s: objects name what is made, by names that are valid and their own', () => {
  const target = fc.record(
    {
      name: names,
      provider: fc.constantFrom('openai', 'anthropic', '@openai-eu', 'none'),
      virtual_key: names,
      api_key: fc.constantFrom('sk-clear-0123456789'),
      weight: fc.constantFrom(0, 0.5, 1),
      override_params: names.map((model) => ({ model })),
    },
    { requiredKeys: [] },
  );
  const { config } = fc.letrec<{ config: object }>((tie) => ({
    config: fc.oneof(
      { maxDepth: 3 },
      target,
      fc
        .tuple(
          fc.constantFrom('fallback', 'loadbalance', 'single', 'conditional'),
          fc.array(tie('config'), { minLength: 1, maxLength: 3 }),
          names,
        )
        .map(([mode, targets, then]) => ({
          strategy: {
            mode,
            default: (targets[0] as { name?: string }).name,
            conditions: [
              { query: { 'metadata.a': 'b' }, then: (targets.at(-1) as { name?: string }).name },
            ],
          },
          targets,
          name: then,
        })),
    ),
  }));
  fc.assert(
    fc.property(names, config, (name, made) => {
      expectSound(importPortkey(JSON.stringify({ ...made, cache: { mode: 'simple' } }), name));
    }),
    { numRuns: 400 },
  );
});

it('Envoy AI Gateway’s: objects name what is made, by names that are valid and their own', () => {
  const backend = names.map((name) => [
    {
      kind: 'AIServiceBackend',
      metadata: { name },
      spec: { schema: { name: 'OpenAI' }, backendRef: { name } },
    },
    {
      kind: 'Backend',
      metadata: { name },
      spec: { endpoints: [{ fqdn: { hostname: 'a.example', port: 443 } }] },
    },
    {
      kind: 'BackendSecurityPolicy',
      metadata: { name },
      spec: { targetRefs: [{ name }], type: 'APIKey', apiKey: { secretRef: { name } } },
    },
  ]);
  const reference = fc.record({ at: fc.nat({ max: 4 }), priority: fc.nat({ max: 1 }) });
  const rule = fc.record({
    models: fc.array(names, { minLength: 1, maxLength: 2 }),
    refs: fc.array(reference, { minLength: 1, maxLength: 3 }),
  });
  fc.assert(
    fc.property(
      fc.array(backend, { minLength: 1, maxLength: 4 }),
      fc.array(rule, { minLength: 1, maxLength: 3 }),
      (backends, rules) => {
        const nameAt = (at: number): string => backends[at]?.[0]?.metadata.name ?? 'absent';
        const route = {
          kind: 'AIGatewayRoute',
          metadata: { name: 'route' },
          spec: {
            rules: rules.map(({ models, refs }) => ({
              matches: models.map((value) => ({ headers: [{ name: 'x-ai-eg-model', value }] })),
              backendRefs: refs.map(({ at, priority }) => ({ name: nameAt(at), priority })),
            })),
          },
        };
        const text = [route, ...backends.flat()].map((one) => JSON.stringify(one));
        const made = importEnvoy(text.join('\n---\n'));
        expectSound(made);
        expectTold(
          made,
          rules.flatMap(({ models }) => models),
        );
      },
    ),
    { numRuns: 400 },
  );
});

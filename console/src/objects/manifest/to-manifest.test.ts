import { expect, it } from 'vitest';
import { kinds } from '@aicp/crds/kinds';
import { parse } from 'yaml';
import eventSubscription from '../../resources/generated/event_subscription.json' with { type: 'json' };
import apiKey from '../../resources/generated/api_key.json' with { type: 'json' };
import model from '../../resources/generated/model.json' with { type: 'json' };
import deprecation from '../../resources/generated/model_deprecation.json' with { type: 'json' };
import provider from '../../resources/generated/provider.json' with { type: 'json' };
import team from '../../resources/generated/team.json' with { type: 'json' };
import workflow from '../../resources/generated/workflow_template.json' with { type: 'json' };
import { RESOURCES } from '../../resources/resource-table.ts';
import type { FieldSchema, FormSchema } from '../schema/form-schemas.ts';
import { toManifest } from './to-manifest.ts';

const HASH = 'a'.repeat(64);

interface FormFile {
  readonly schema: unknown;
}

interface Manifest {
  readonly metadata: { readonly name: string };
}

const schemaOf = ({ schema }: { readonly schema: unknown }) => schema as FieldSchema;
const specOf = (text: string): unknown => (parse(text) as { readonly spec: unknown }).spec;

it('never holds a secret, and says how to make the Secret', () => {
  const text = toManifest(
    { kind: 'Provider' },
    { name: 'OpenAI', type: 'openai', api_key: 'sk-secret' },
    schemaOf(provider),
  );
  expect(text).not.toContain('sk-secret');
  expect(text).toContain('kubectl create secret generic openai --from-literal=api-key=<API key>');
  expect(specOf(text)).toEqual({
    displayName: 'OpenAI',
    type: 'openai',
    secretRef: { name: 'openai', key: 'api-key' },
  });
});

it('never holds a secret that stands deeper', () => {
  const text = toManifest(
    { kind: 'EventSubscription' },
    { name: 'On call', channel: 'slack', config: { webhook_url: 'https://hook', url: 'x' } },
    schemaOf(eventSubscription),
  );
  expect(text).not.toContain('https://hook');
  expect(specOf(text)).toEqual({
    displayName: 'On call',
    channel: 'slack',
    config: { url: 'x', webhookUrlRef: { name: 'on-call', key: 'webhook-url' } },
  });
});

it('leaves names alone that people chose', () => {
  const text = toManifest(
    { kind: 'Provider' },
    { name: 'a', type: 'openai', headers: { x_team_id: 'b' }, simulation: { error_rate: 1 } },
    schemaOf(provider),
  );
  expect(specOf(text)).toMatchObject({
    headers: { x_team_id: 'b' },
    simulation: { errorRate: 1 },
  });
});

it('leaves structures alone that no schema describes', () => {
  const steps = [{ id: 'a', type: 'llm', timeout_seconds: 3, with: { max_tokens: 5 } }];
  const text = toManifest({ kind: 'WorkflowTemplate' }, { name: 'a', steps }, schemaOf(workflow));
  expect(specOf(text)).toMatchObject({
    steps: [{ id: 'a', type: 'llm', timeoutSeconds: 3, with: { max_tokens: 5 } }],
  });
});

it('leaves out what the server adds', () => {
  const object = { id: 'openai', uid: 'u', ready: true, name: 'OpenAI', type: 'openai' };
  const text = toManifest({ kind: 'Provider' }, object, schemaOf(provider));
  expect(parse(text)).toEqual({
    apiVersion: 'aicp.dev/v1alpha1',
    kind: 'Provider',
    metadata: { name: 'openai' },
    spec: { displayName: 'OpenAI', type: 'openai' },
  });
});

it('writes decimals as Kubernetes takes them', () => {
  const prices = { input_price_per_million: 0.15, output_price_per_million: 2 };
  const text = toManifest(
    { kind: 'Model' },
    { id: 'a', provider: 'b', ...prices, cached_input_price_per_million: 0.000_000_1 },
    schemaOf(model),
  );
  expect(specOf(text)).toMatchObject({
    inputPricePerMillion: '0.15',
    outputPricePerMillion: 2,
    cachedInputPricePerMillion: '0.0000001',
  });
});

it('names a new object as the API does', () => {
  const nameIn = (kind: string, object: Record<string, unknown>, { schema }: FormFile): unknown =>
    (parse(toManifest({ kind }, object, schema as FieldSchema)) as Manifest).metadata.name;
  expect(nameIn('Team', { name: 'Research & development', slug: 'rd' }, team)).toBe('rd');
  expect(nameIn('Team', { name: 'Level 4.1!' }, team)).toBe('level-4-1');
  expect(nameIn('WorkflowTemplate', { name: 'Find out', type: 'research' }, workflow)).toBe(
    'research',
  );
  expect(nameIn('ModelDeprecation', { model_name: 'openai/gpt-4' }, deprecation)).toBe(
    'openai-gpt-4',
  );
});

it('says how to make what the API makes itself', () => {
  const text = toManifest({ kind: 'APIKey' }, { name: 'App', max_budget: 10.5 }, schemaOf(apiKey));
  expect(text).toContain('sha256sum');
  expect(specOf(text)).toEqual({
    displayName: 'App',
    keyHash: '<SHA-256 of the key>',
    maxBudget: '10.5',
  });
});

const files = import.meta.glob<FormSchema>('../../resources/generated/*.json', {
  import: 'default',
  eager: true,
});

it.each(Object.values(RESOURCES))('makes of the example of $kind what Kubernetes takes', (one) => {
  const { example, schema } = files[`../../resources/generated/${one.type}.json`] ?? {};
  const definition = kinds.find(({ kind }) => kind === one.kind);
  if (!example || !schema || !definition) throw new Error(`there is no example of ${one.kind}`);
  const text = toManifest(one, example, schema).replace('<SHA-256 of the key>', HASH);
  const { error } = definition.spec.safeParse(specOf(text));
  expect(error?.issues ?? []).toEqual([]);
});

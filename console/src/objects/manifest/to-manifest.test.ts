import { expect, it } from 'vitest';
import { parse } from 'yaml';
import eventSubscription from '../../resources/generated/event_subscription.json' with { type: 'json' };
import provider from '../../resources/generated/provider.json' with { type: 'json' };
import workflow from '../../resources/generated/workflow_template.json' with { type: 'json' };
import type { FieldSchema } from '../schema/form-schemas.ts';
import { toManifest } from './to-manifest.ts';

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

import { expect, it } from 'vitest';
import guardrail from '../../../resources/generated/guardrail.json' with { type: 'json' };
import provider from '../../../resources/generated/provider.json' with { type: 'json' };
import type { FieldSchema } from '../../schema/form-schemas.ts';
import { manifestSchema } from './spec-schema.ts';
import { yamlCompletion } from './yaml-completion.ts';

const providers = yamlCompletion(manifestSchema(provider.schema, 'Provider'));
const guardrails = yamlCompletion(manifestSchema(guardrail.schema, 'Guardrail'));

const labels = (complete: typeof providers, text: string) =>
  complete(text)?.options.map(({ label }) => label) ?? [];

it('offers the fields of a manifest and of its spec', () => {
  expect(labels(providers, '')).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
  const spec = labels(providers, 'kind: Provider\nspec:\n  displayName: a\n  ');
  expect(spec).toContain('baseUrl');
  expect(spec).toContain('displayName');
});

it('offers no secret, which no manifest holds', () => {
  expect(labels(providers, 'spec:\n  ')).not.toContain('apiKey');
});

it('offers the fields of structures and of lists, wherever they stand', () => {
  expect(labels(providers, 'spec:\n  secretRef:\n    ')).toEqual(['name', 'key']);
  expect(labels(providers, 'spec:\n  credentials:\n    - ')).toEqual([
    'name',
    'secretRef',
    'weight',
  ]);
  const second = 'spec:\n  credentials:\n    - name: a\n      secretRef:\n        name: b\n      ';
  expect(labels(providers, second)).toEqual(['name', 'secretRef', 'weight']);
  expect(labels(providers, `${second}secretRef:\n        `)).toEqual(['name', 'key']);
  expect(labels(providers, 'spec:\n  credentials:\n  - name: a\n    ')).toEqual([
    'name',
    'secretRef',
    'weight',
  ]);
  expect(labels(providers, 'spec:\n  credentials:\n  - name: a\n  - ')).toContain('weight');
  expect(labels(providers, 'spec:\n  credentials:\n    - name: a\n  ')).toContain('baseUrl');
});

it('offers values where there are few', () => {
  expect(labels(providers, 'spec:\n  type: open')).toContain('openai_compatible');
  expect(providers('spec:\n  type: open')?.from).toBe('spec:\n  type: '.length);
  expect(labels(providers, 'spec:\n  isActive: ')).toEqual(['true', 'false']);
  expect(labels(guardrails, 'spec:\n  stages:\n    - ')).toEqual(
    (guardrail.schema as FieldSchema).properties?.['stages']?.items?.enum,
  );
});

it('offers nothing where anything may stand', () => {
  expect(labels(providers, 'spec:\n  headers:\n    ')).toEqual([]);
  expect(labels(providers, 'spec:\n  baseUrl: ht')).toEqual([]);
  expect(labels(providers, 'spec:\n  unknown:\n    ')).toEqual([]);
});

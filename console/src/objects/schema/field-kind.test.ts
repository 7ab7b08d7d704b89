import { expect, it } from 'vitest';
import apiKey from '../../resources/generated/api_key.json' with { type: 'json' };
import budget from '../../resources/generated/budget.json' with { type: 'json' };
import deprecation from '../../resources/generated/model_deprecation.json' with { type: 'json' };
import guardrail from '../../resources/generated/guardrail.json' with { type: 'json' };
import provider from '../../resources/generated/provider.json' with { type: 'json' };
import workflow from '../../resources/generated/workflow_template.json' with { type: 'json' };
import type { FieldSchema } from './form-schemas.ts';
import { fieldKind } from './field-kind.ts';

const kindsOf = ({ schema }: { readonly schema: unknown }) =>
  Object.fromEntries(
    Object.entries((schema as FieldSchema).properties ?? {}).map(([name, field]) => [
      name,
      fieldKind(name, field),
    ]),
  );

it('asks for each field by what fits its schema', () => {
  expect(kindsOf(provider)).toMatchObject({
    name: 'text',
    organization_id: 'reference',
    type: 'choice',
    base_url: 'text',
    secret_ref: 'group',
    api_key: 'secret',
    credentials: 'rows',
    timeout_ms: 'number',
    headers: 'pairs',
    is_active: 'flag',
    simulation: 'group',
  });
  expect(kindsOf(apiKey)).toMatchObject({
    business_unit_id: 'reference',
    allowed_models: 'texts',
    expires_at: 'moment',
  });
  expect(kindsOf(deprecation)).toMatchObject({ sunset_date: 'date', message: 'long-text' });
  expect(kindsOf(budget)).toMatchObject({ entity_id: 'reference', downgrade_to: 'reference' });
  expect(kindsOf(guardrail)).toMatchObject({ detectors: 'references', stages: 'choices' });
});

it('leaves YAML to what is really free', () => {
  expect(kindsOf(workflow)).toMatchObject({
    steps: 'rows',
    input_schema: 'structure',
    output: 'structure',
  });
});

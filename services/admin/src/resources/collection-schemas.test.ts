import { kindNamed, kinds } from '@aicp/crds/kinds';
import type { JsonSchema } from '@aicp/api-kit/route/documented';
import { describe, expect, it } from 'vitest';
import { changedSchema } from './collection-schemas.ts';
import { collectionOf } from './collection.ts';

const propertiesOf = (kind: string): Readonly<Record<string, JsonSchema>> =>
  changedSchema(collectionOf(kindNamed(kind)))['properties'] as Record<string, JsonSchema>;

describe('the bodies of the API', () => {
  const shown = kinds.filter(({ api }) => api).map(({ kind }) => kind);

  it.each(shown)('say of every field of a %s what people call it', (kind) => {
    for (const [name, schema] of Object.entries(propertiesOf(kind))) {
      if (schema['readOnly'] !== true) expect(schema, name).toHaveProperty('title');
    }
  });

  it('say where what a field names is, and which are other names', () => {
    expect(propertiesOf('APIKey')).toMatchObject({
      team_id: { 'x-aicp-reference': '/api/v1/teams' },
      business_unit_id: { 'x-aicp-reference': '/api/v1/organizations/{id}/business-units' },
    });
    expect(propertiesOf('FailoverRule')['primary_model']).toMatchObject({
      'x-aicp-synonym-of': 'source_model',
      'x-aicp-reference': '/api/v1/models',
    });
  });
});

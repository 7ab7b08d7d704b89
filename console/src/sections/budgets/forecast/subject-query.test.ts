import { expect, it } from 'vitest';
import { subjectQuery } from './subject-query.ts';

it.each([
  [{ entity_type: 'global' }, {}],
  [{ entity_type: 'global', organization_id: 'acme' }, { organization_id: 'acme' }],
  [{ entity_type: 'organization', entity_id: 'acme' }, { organization_id: 'acme' }],
  [{ entity_type: 'team', entity_id: 'ml', organization_id: 'acme' }, { team_id: 'ml' }],
  [{ entity_type: 'team' }, undefined],
  [{ entity_type: 'model', entity_id: 'fast' }, undefined],
])('asks for the forecast of what %j limits', (budget, query) => {
  expect(subjectQuery({ id: 'b', ...budget })).toEqual(query);
});

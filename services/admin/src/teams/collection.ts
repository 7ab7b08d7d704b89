import { team } from '@aicp/crds/team';
import type { Collection } from '../resources/collection.ts';

export const teams: Collection = {
  kind: team,
  path: 'teams',
  permission: 'teams',
  ...{ tag: 'Teams', noun: 'team', required: ['name'] },
  hidden: ['members'],
  teamOf: ({ metadata }) => metadata.name,
  creators: ['all', 'organization'],
  editors: ['all', 'organization'],
  example: {
    name: 'Research',
    slug: 'research',
    organization_id: 'acme',
    max_budget: 500,
    budget_duration: 'month',
    allowed_models: ['gpt-4o', 'claude-*'],
  },
};

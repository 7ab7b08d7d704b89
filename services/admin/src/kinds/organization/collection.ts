import { kindNamed } from '@aicp/crds/kinds';
import { organization } from '@aicp/crds/organization';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { spendOf } from '../budget/spend-in-status.ts';

/** Organizations. What the platform gave one is not its administrator's to change. */
export const organizationCollection = (store: ObjectStore): Collection =>
  collectionOf(organization, {
    hidden: ['members', 'sso'],
    organizationOf: ({ metadata }) => metadata.name,
    creators: ['all'],
    creatorFields: ['slug', 'maxBudget', 'allowedModels'],
    spendFields: ['spend'],
    additions: {
      schemas: {
        team_count: { type: 'integer', minimum: 0, description: 'Teams that belong to it.' },
        member_count: { type: 'integer', minimum: 0, description: 'People who belong to it.' },
        spend: {
          type: ['number', 'null'],
          minimum: 0,
          description:
            'USD that it spent in the month, some seconds ago. Null before anybody has added anything up, and for who may not read all its usage.',
        },
      },
      of: (object) => ({
        team_count: store
          .list(kindNamed('Team'))
          .filter((team) => team.spec['organizationId'] === object.metadata.name).length,
        member_count: ((object.spec['members'] ?? []) as readonly unknown[]).length,
        spend: spendOf(object),
      }),
    },
  });

import { team } from '@aicp/crds/team';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import { requireUnkeptName } from '../../resources/require-unkept-name.ts';
import { textOf } from '../../resources/rights.ts';
import type { ObjectStore } from '../../resources/store.ts';

export const teamCollection = (store: Pick<ObjectStore, 'list'>): Collection =>
  collectionOf(team, {
    hidden: ['members'],
    teamOf: ({ metadata }) => metadata.name,
    creators: ['all', 'organization'],
    editors: ['all', 'organization'],
    authorize: (proposal) => {
      const organization = textOf(proposal.spec['organizationId']);
      requireUnkeptName(store, 'Team', { ...proposal, organization });
    },
  });

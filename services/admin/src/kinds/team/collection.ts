import { team } from '@aicp/crds/team';
import { collectionOf, type Collection } from '../../resources/collection.ts';

export const teamCollection = (): Collection =>
  collectionOf(team, {
    hidden: ['members'],
    teamOf: ({ metadata }) => metadata.name,
    creators: ['all', 'organization'],
    editors: ['all', 'organization'],
  });

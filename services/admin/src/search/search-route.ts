import type { Route } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import { searchObjects, type SearchOptions } from './search-objects.ts';

const query = z.object({
  q: z.string().trim().min(1).max(200).meta({ description: 'A part of an id or a name.' }),
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({
    description: 'How many at most.',
  }),
});

const found = z
  .object({
    resource_type: z.string().meta({ examples: ['team'] }),
    collection: z.string().meta({
      description: 'Path of the list that it is in.',
      examples: ['/api/v1/teams'],
    }),
    id: z.string(),
    name: z.string().meta({ description: 'Its id, where it has no name.' }),
    organization_id: z.string().nullable().meta({ description: 'Null: the platform’s.' }),
  })
  .meta({ id: 'FoundObject' });

/** `/api/v1/search`: objects of all kinds by their ids and names. */
export const searchRoute = (parts: Pick<SearchOptions, 'store' | 'collections'>): Route =>
  defineRoute({
    method: 'get',
    path: '/api/v1/search',
    operationId: 'search',
    tag: 'Search',
    summary: 'Objects of all kinds whose id or name holds a text',
    description:
      'Of what you may read, the best first: whose id the text is, whose id or name begins with it, all others.',
    permission: 'authenticated',
    query,
    answers: { 200: { description: 'The best of them.', schema: z.array(found) } },
    handler: ({ principal: reader, query: { q, limit } }) =>
      Promise.resolve({ status: 200, body: searchObjects(q, { ...parts, reader, limit }) }),
  });

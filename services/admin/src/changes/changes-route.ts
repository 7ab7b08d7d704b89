import type { Route } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import type { ObjectStore } from '../resources/store.ts';
import { streamAnswer, type StreamParts } from '../streams/stream-answer.ts';
import type { ChangeRing } from './change-ring.ts';
import { changeStream } from './change-stream.ts';
import type { PlaceIds } from './place-ids.ts';

export interface ChangesRouteParts extends StreamParts {
  readonly store: Pick<ObjectStore, 'hasSynced'>;
  readonly ring: ChangeRing;
  readonly ids: PlaceIds;
  /** Told that somebody listens. */
  readonly onListener: () => void;
}

const DESCRIPTION = [
  'Server-sent events of what you may read. `hello` comes first; then `change`, of which the data is `type` (`created`, `updated`, `deleted`), `resource_type`, `collection` (the path of its list), `id`,',
  '`organization_id` and, of an object, `version`. What you may read no more is told as deleted. An object is told to be updated once a second at most, of its status too.',
  '`reset` says that something was missed: read anew what you show. An event’s id sent back as Last-Event-ID goes on behind it, where this replica still knows it.',
  'A stream ends after five minutes, and the client connects again; it ends within seconds where the token does not hold any more, or gives other rights. Ten streams a caller.',
].join(' ');

/** `/api/v1/changes`: what changes, as it changes. */
export const changesRoute = (parts: ChangesRouteParts): Route =>
  defineRoute({
    method: 'get',
    path: '/api/v1/changes',
    operationId: 'streamChanges',
    tag: 'Changes',
    summary: 'What changes among the objects that you may read, as events',
    description: DESCRIPTION,
    permission: 'authenticated',
    answers: {
      200: {
        description: 'Events.',
        contentType: 'text/event-stream',
        schema: z.string(),
        headers: { 'Cache-Control': 'no-store.' },
      },
    },
    handler: async (context) => {
      const { store, ring, ids, clock } = parts;
      if (!store.hasSynced) throw notRead();
      const { principal: reader, request } = context;
      const lastEventId = request.get('last-event-id');
      return await streamAnswer(context, parts, (ends) => {
        parts.onListener();
        return Promise.resolve(changeStream({ ...ends, clock, ring, ids, reader, lastEventId }));
      });
    },
  });

const notRead = (): Problem =>
  new Problem(
    503,
    'Not all objects have been read from the Kubernetes API yet: try again in a moment.',
    { headers: { 'Retry-After': '1' } },
  );

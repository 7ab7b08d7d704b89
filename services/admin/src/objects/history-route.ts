import { auditEntry, type AuditEntry } from '@aicp/api-kit/audit/audit-entry';
import { countEntries, listEntries } from '@aicp/api-kit/audit/audit-reader';
import type { Principal } from '@aicp/api-kit/access/principal';
import { PAGE_HEADERS, pageAnswer, pageQuery } from '@aicp/api-kit/route/page';
import type { Answer, Route, RouteContext } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import { auditNameOf } from '@aicp/crds/kit/kind';
import { withArticle } from '@aicp/crds/kit/with-article';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import { scopeOf } from '../access/permissions.ts';
import { cursorOf, filterFor, seqOfCursor } from '../audit/reading/audit-query.ts';
import { shownSpec } from '../resources/answer-object.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import { common, itemPath, objectAt, type Place } from '../resources/collections/places.ts';
import type { Collection, Spec } from '../resources/collection.ts';
import { idOf } from '../resources/identity.ts';
import { canWrite, reach } from '../resources/rights.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import type { ObjectParts } from './object-parts.ts';

const { seq: _seq, prev_hash: _prev, hash: _hash, ...fields } = auditEntry.shape;
const historyEntry = z
  .object({ ...fields })
  .meta({ id: 'HistoryEntry', description: 'A change of an object, as the audit log has it.' });

/** Kubernetes notes the second of a creation, and what is about to be made is noted before it. */
const SLACK_MS = 2_000;

/** `GET {collection}/{id}/history`: for whoever may write the object, who changed what since it was created. */
export function historyRoute(parts: ObjectParts, service: CollectionService, place: Place): Route {
  return defineRoute({
    method: 'get',
    path: `${itemPath(place)}/history`,
    operationId: `get${place.one}History`,
    summary: `Who changed ${place.noun}, and what`,
    description:
      'Entries of the audit log since it was created, newest first, for whoever may write it. Those who may not read the audit log are told of its spec what they are told elsewhere, and no addresses.',
    ...common(service, 'write'),
    query: z.object(pageQuery.shape),
    answers: {
      200: {
        description: 'A page of changes.',
        schema: z.array(historyEntry),
        headers: PAGE_HEADERS,
      },
    },
    handler: async (context) => {
      const object = await objectAt(service, place, context);
      const { collection } = service;
      // Throws where the role has no right at all.
      reach(collection, context.principal, 'write');
      if (!canWrite(collection, object, context.principal)) {
        const { noun } = collection;
        throw new Problem(403, `Only who may change ${withArticle(noun)} reads its history.`);
      }
      return await historyOf(parts, collection, { object, context });
    },
  });
}

async function historyOf(
  { database, createdAt }: ObjectParts,
  collection: Collection,
  { object, context }: { object: StoredObject; context: RouteContext<unknown, Page> },
): Promise<Answer> {
  const { principal, query, request } = context;
  const { kind } = collection;
  const { creationTimestamp = '' } = object.metadata;
  const filter = filterFor(
    {
      resource_type: auditNameOf(kind),
      resource_id: idOf(kind, object),
      since: new Date(Date.parse(creationTimestamp) - SLACK_MS),
    },
    principal,
    createdAt,
  );
  const { limit } = query;
  const before = seqOfCursor(query.cursor);
  const found = await listEntries(database.kysely, filter, { limit: limit + 1, before });
  const total = await countEntries(database.kysely, filter);
  const paging = { limit, total, request, cursorOf: (last: AuditEntry) => cursorOf(last.seq) };
  const answer = pageAnswer(found, paging);
  const body = (answer.body as readonly AuditEntry[]).map((entry) =>
    shownEntry(collection, { object, entry, reader: principal }),
  );
  return { ...answer, body };
}

type Page = z.output<typeof pageQuery>;

interface Reading {
  readonly object: StoredObject;
  readonly entry: AuditEntry;
  readonly reader: Principal;
}

function shownEntry(collection: Collection, { object, entry, reader }: Reading) {
  const { seq: _, prev_hash: _before, hash: _own, ...told } = entry;
  if (scopeOf(reader.role, 'audit_logs:read') !== undefined) return told;
  const shown = (state: Spec | null): Spec | null => {
    if (state === null) return null;
    const spec = (state['spec'] ?? {}) as Spec;
    return { spec: shownSpec(collection, { ...object, spec }, reader) };
  };
  const { changes } = told;
  return {
    ...told,
    ip: null,
    changes: changes && { before: shown(changes.before), after: shown(changes.after) },
  };
}

import { PAGE_HEADERS, pageAnswer, totalOf } from '@aicp/api-kit/route/page';
import { z } from 'zod';
import type { AuditDatabase } from '@aicp/api-kit/audit/audit-tables';
import type { Answer, Route, RouteContext } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { auditEntry } from '@aicp/api-kit/audit/audit-entry';
import { verifyDatabase, type Verification } from '@aicp/api-kit/audit/verify-chain';
import {
  auditPageQuery,
  auditQuery,
  cursorOf,
  filterFor,
  seqOfCursor,
  type FindCreation,
} from './audit-query.ts';
import { countEntries, listEntries, newestFirst } from '@aicp/api-kit/audit/audit-reader';
import { EXPORT_FORMATS, FORMATS } from '@aicp/api-kit/audit/export-formats';

export interface AuditRoutesOptions {
  readonly database: AuditDatabase;
  /** The public key that checkpoints are signed with, base64url. */
  readonly checkpointKey: () => Promise<string>;
  readonly createdAt: FindCreation;
}

const PATH = '/api/v1/audit-logs';
const TAG = 'Audit log';

const exportQuery = auditQuery.extend({
  format: z.enum(EXPORT_FORMATS).default('json').meta({ description: 'How to write entries.' }),
});

const verification = z
  .object({
    valid: z.boolean(),
    entries: z.int().meta({ description: 'Entries that were looked at.' }),
    first_seq: z.int().nullable(),
    last_seq: z.int().nullable(),
    dropped_up_to: z.int().meta({
      description: 'Entries up to this one were dropped behind a signed checkpoint; 0: none.',
    }),
    checkpoints: z.int(),
    checkpoint_keys: z.array(z.string()).meta({ description: 'Keys that signed them.' }),
    broken: z
      .object({ seq: z.int(), id: z.string().nullable(), reason: z.string() })
      .nullable()
      .meta({ description: 'The first break of the chain; null where there is none.' }),
  })
  .meta({ id: 'AuditVerification' });

/** `GET /api/v1/audit-logs`, `/export` and `/verify`. Nothing here writes. */
export function auditRoutes(options: AuditRoutesOptions): Route[] {
  const verify = shared(() => verifyDatabase(options.database.kysely, options.checkpointKey));
  const common = { method: 'get', tag: TAG, permission: 'audit_logs:read' } as const;
  return [
    defineRoute({
      ...common,
      path: PATH,
      operationId: 'listAuditLogs',
      query: auditPageQuery,
      summary: 'What was done, newest first',
      answers: {
        200: {
          description: 'A page of entries.',
          schema: z.array(auditEntry),
          headers: PAGE_HEADERS,
        },
      },
      handler: (context) => list(context, options),
    }),
    defineRoute({
      ...common,
      path: `${PATH}/export`,
      operationId: 'exportAuditLogs',
      query: exportQuery,
      summary: 'All entries that match, newest first',
      description: 'Written as they are read, however many there are.',
      answers: {
        200: {
          description: 'The entries.',
          schema: z.array(auditEntry),
          otherTypes: [FORMATS.csv.contentType, FORMATS.jsonl.contentType],
        },
      },
      handler: (context) => Promise.resolve(download(context, options)),
    }),
    defineRoute({
      ...common,
      path: `${PATH}/verify`,
      operationId: 'verifyAuditLogs',
      summary: 'Walk the whole chain of entries',
      description:
        'Names the first entry that was changed, is missing, or is not where it belongs.',
      answers: { 200: { description: 'What was found.', schema: verification } },
      handler: async () => ({ status: 200, body: await verify() }),
    }),
  ];
}

async function list(
  context: RouteContext<unknown, z.output<typeof auditPageQuery>>,
  { database, createdAt }: AuditRoutesOptions,
): Promise<Answer> {
  const { query, principal, request } = context;
  const { limit } = query;
  const filter = filterFor(query, principal, createdAt);
  const before = seqOfCursor(query.cursor);
  const found = await listEntries(database.kysely, filter, { limit: limit + 1, before });
  const total = await totalOf(context, () => countEntries(database.kysely, filter));
  return pageAnswer(found, { limit, total, request, cursorOf: ({ seq }) => cursorOf(seq) });
}

function download(
  { query, principal }: RouteContext<unknown, z.output<typeof exportQuery>>,
  { database, createdAt }: AuditRoutesOptions,
): Answer {
  const { contentType, write } = FORMATS[query.format];
  return {
    status: 200,
    stream: write(newestFirst(database.kysely, filterFor(query, principal, createdAt))),
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="audit-log.${query.format}"`,
    },
  };
}

/** Whoever asks while a walk is under way gets its result: it may be a long one. */
function shared(walk: () => Promise<Verification>): () => Promise<Verification> {
  let walking: Promise<Verification> | undefined;
  return () => {
    walking ??= walk().finally(() => {
      walking = undefined;
    });
    return walking;
  };
}

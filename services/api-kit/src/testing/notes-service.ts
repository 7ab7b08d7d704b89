import { sql, type Generated, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { z } from 'zod';
import { AuditChain } from '../audit/audit-chain.ts';
import { auditMigration } from '../audit/audit-migration.ts';
import type { AuditTables } from '../audit/audit-tables.ts';
import { draftOf } from '../audit/testing/audit-log.ts';
import { pageAnswer, pageQuery } from '../route/page.ts';
import { defineRoute, type Route } from '../route/route.ts';
import { defineService, type Floor } from '../service/service.ts';

const PLACE = { schema: 'notes', role: 'aicp_notes' };

interface NotesTables extends AuditTables {
  notes: { id: Generated<number>; text: string };
}

const notesMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table notes.notes (id serial primary key, text text not null)`.execute(db);
    await sql`grant select, insert on notes.notes to aicp_notes`.execute(db);
    await sql`grant usage on sequence notes.notes_id_seq to aicp_notes`.execute(db);
  },
};

const note = z.object({ id: z.int(), text: z.string() }).meta({ id: 'Note' });
const shared = { path: '/api/v1/notes', tag: 'Notes', permission: 'public' } as const;

/** The one feature: notes, each new one with its entry in the audit log. */
const notesRoutes = ({ database, clock }: Floor<NotesTables>): Route[] => [
  defineRoute({
    ...shared,
    method: 'get',
    operationId: 'listNotes',
    summary: 'List notes',
    query: pageQuery,
    answers: { 200: { description: 'A page.', schema: z.array(note) } },
    handler: async ({ query: { limit, cursor = '0' }, request }) => {
      const after = database.kysely
        .selectFrom('notes')
        .selectAll()
        .where('id', '>', Number(cursor));
      const rows = await after
        .orderBy('id')
        .limit(limit + 1)
        .execute();
      return pageAnswer(rows, { limit, request, cursorOf: ({ id }) => String(id) });
    },
  }),
  defineRoute({
    ...shared,
    method: 'post',
    operationId: 'createNote',
    summary: 'Write a note',
    body: z.object({ text: z.string().min(1) }),
    answers: { 201: { description: 'The note.', schema: note } },
    handler: async ({ body, requestId }) =>
      await new AuditChain({ database, clock }).write(async ({ tx, append }) => {
        const [written] = await tx.insertInto('notes').values(body).returningAll().execute();
        await append([draftOf({ action: 'create', resource_type: 'note', request_id: requestId })]);
        return { status: 201, body: written };
      }),
  }),
];

/** A service of one feature, as small as one can be. */
export const notesService = defineService<NotesTables>({
  name: 'notes',
  about: { title: 'Notes', description: 'A service of the tests.', version: '1.2.3' },
  database: {
    ...PLACE,
    migrations: { '0001-audit': auditMigration(PLACE), '0002-notes': notesMigration },
  },
  open: (floor) => ({ routes: notesRoutes(floor) }),
});

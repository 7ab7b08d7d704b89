import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { LEDGER_READER, LEDGER_WRITER } from './ledger-place.ts';

const BOTH = sql.join([sql.id(LEDGER_WRITER), sql.id(LEDGER_READER)]);

/**
 * What the requests of A/B tests add up to, so that a look reads only those that came since the last one. Whoever looks adds them up, which makes these the only tables that readers
 * write. Who brings requests in notes which are new; requests of before the migration are found by their time.
 */
export const trialSums: Migration = {
  up: async (db: Kysely<unknown>) => {
    await trials(db);
    await fresh(db);
    // So that scores are added up without their requests.
    await sql`alter table ledger.feedback add column dimension integer`.execute(db);
  },
};

async function trials(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger.trial (
    ab_test text primary key,
    id integer generated always as identity unique,
    question text not null,
    upto timestamptz not null,
    looked_at timestamptz not null
  )`.execute(db);
  await sql`create table ledger.trial_arm (
    trial integer not null,
    arm text not null,
    ${columnsOf(ARM_FIGURES)},
    primary key (trial, arm)
  ) ${CHANGING}`.execute(db);
  await sql`create table ledger.trial_unit (
    trial integer not null,
    arm text not null,
    unit text not null,
    last_at timestamptz not null,
    ${columnsOf(UNIT_FIGURES)},
    primary key (trial, arm, unit)
  ) ${CHANGING}`.execute(db);
  await sql`create table ledger.trial_step (
    trial integer not null,
    arm text not null,
    step integer not null,
    requests double precision not null,
    primary key (trial, arm, step)
  ) ${CHANGING}`.execute(db);
  for (const table of ['trial', 'trial_arm', 'trial_unit', 'trial_step']) {
    await sql`grant select, insert, update, delete on ${sql.id('ledger', table)} to ${BOTH}`.execute(
      db,
    );
  }
}

async function fresh(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger.trial_fresh (
    ab_test text not null,
    number bigint generated always as identity,
    ats timestamptz[] not null,
    ids uuid[] not null,
    primary key (ab_test, number)
  )`.execute(db);
  await sql`grant select, delete on ledger.trial_fresh to ${BOTH}`.execute(db);
  await sql`grant insert on ledger.trial_fresh to ${sql.id(LEDGER_WRITER)}`.execute(db);
}

/** Rows are changed again and again while their test runs: what is left free on a page takes the new versions. */
const CHANGING = sql.raw('with (fillfactor = 70)');

/** Of each measure how many values there are (x), and their sum (y). */
const UNIT_FIGURES = ['cost', 'latency', 'errors', 'tokens'].flatMap((name) => [
  `${name}_x`,
  `${name}_y`,
]);
const ARM_FIGURES = [
  ...['requests', 'of_split', 'cost_nano', 'latency_ms', 'tokens_in', 'tokens_out'],
  ...UNIT_FIGURES,
  ...['cost_yy', 'latency_yy', 'tokens_yy'],
];

const columnsOf = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`${sql.id(name)} double precision not null`));

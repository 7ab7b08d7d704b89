import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Executions, their steps, and the replicas that run them. */
export const executions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table workflow.execution (
      id text primary key,
      template text not null,
      definition jsonb not null,
      input jsonb,
      organization text not null,
      team text not null,
      starter jsonb not null,
      starter_id text not null,
      parent_id text,
      depth int not null,
      is_anonymous boolean not null,
      max_cost_nano bigint,
      idempotency_key text,
      asked text not null,
      status text not null,
      output jsonb,
      error text,
      cost_nano bigint not null default 0,
      tokens bigint not null default 0,
      run int not null default 1,
      version bigint not null default 0,
      created_at timestamptz(3) not null,
      started_at timestamptz(3),
      ended_at timestamptz(3),
      deadline_at timestamptz(3) not null
    )`.execute(db);
    await sql`create unique index on workflow.execution (starter_id, idempotency_key)
      where idempotency_key is not null`.execute(db);
    await sql`create index on workflow.execution (organization, id)`.execute(db);
    await sql`create index on workflow.execution (parent_id) where parent_id is not null`.execute(
      db,
    );
    await sql`create index on workflow.execution (created_at) where status = 'pending'`.execute(db);
    await sql`create index on workflow.execution (ended_at) where status = 'cancelled'`.execute(db);
    await makeStepsAndReplicas(db);
    for (const table of ['execution', 'step', 'executor']) {
      const name = sql.id('workflow', table);
      await sql`grant select, insert, update, delete on ${name} to aicp_workflow`.execute(db);
    }
  },
};

async function makeStepsAndReplicas(db: Kysely<unknown>): Promise<void> {
  await sql`create table workflow.step (
    execution_id text not null references workflow.execution (id) on delete cascade,
    path text not null,
    step_id text not null,
    type text not null,
    status text not null,
    attempts int not null,
    failures int not null,
    output jsonb,
    error text,
    cost_nano bigint not null,
    tokens bigint not null,
    started_at timestamptz(3) not null,
    ended_at timestamptz(3),
    wake_at timestamptz(3),
    approvers jsonb,
    signal jsonb,
    primary key (execution_id, path)
  )`.execute(db);
  await sql`create index on workflow.step (execution_id)
    where status = 'waiting' and signal is not null`.execute(db);
  await sql`create table workflow.executor (
    id text primary key,
    seen_at timestamptz(3) not null
  )`.execute(db);
}

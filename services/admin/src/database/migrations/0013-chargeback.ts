import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Chargeback reports, and apart from them what is in them: it stays for as long as its report does, whatever becomes of the records that it was made from. */
export const chargeback: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table admin.chargeback_reports (
      id text primary key,
      created_at timestamptz(3) not null,
      created_by text not null,
      name text not null,
      organization_id text,
      organization_uid text,
      period_start timestamptz(3) not null,
      period_end timestamptz(3) not null check (period_end > period_start),
      time_zone text not null,
      status text not null check (status in ('draft', 'finalized', 'exported')),
      restates text references admin.chargeback_reports,
      total_cents bigint not null,
      allocated_cents bigint not null,
      total_nano numeric not null,
      line_items integer not null,
      digest text not null,
      finalized_by text,
      finalized_at timestamptz(3),
      exported_at timestamptz(3),
      check ((organization_id is null) = (organization_uid is null)),
      check ((status = 'draft') = (finalized_at is null))
    )`.execute(db);
    await sql`create index on admin.chargeback_reports (organization_id, period_start)`.execute(db);
    await sql`create table admin.chargeback_contents (
      report_id text primary key references admin.chargeback_reports on delete cascade,
      content text not null
    )`.execute(db);
    await keepFinalized(db);
    await sql`grant select, insert, update, delete on admin.chargeback_reports to aicp_admin`.execute(
      db,
    );
    await sql`grant select, insert, delete on admin.chargeback_contents to aicp_admin`.execute(db);
  },
};

/** What was finalized stays as it is, whoever asks: it may be noted that it was exported, and nothing else. */
async function keepFinalized(db: Kysely<unknown>): Promise<void> {
  await sql`create function admin.keep_finalized() returns trigger language plpgsql as $$
    begin
      if old.status = 'draft' then
        if tg_op = 'DELETE' then return old; end if;
        return new;
      end if;
      if tg_op = 'UPDATE' and new.status = 'exported' then
        old.status := new.status;
        old.exported_at := new.exported_at;
        if old is not distinct from new then return new; end if;
      end if;
      raise exception 'a finalized report stays as it is' using errcode = 'insufficient_privilege';
    end
  $$`.execute(db);
  await sql`create trigger finalized_stay before update or delete on admin.chargeback_reports
    for each row execute function admin.keep_finalized()`.execute(db);
  await sql`create function admin.keep_finalized_content() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from admin.chargeback_reports where id = old.report_id and status <> 'draft') then
        raise exception 'a finalized report stays as it is' using errcode = 'insufficient_privilege';
      end if;
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end
  $$`.execute(db);
  await sql`create trigger finalized_content_stays before update or delete on admin.chargeback_contents
    for each row execute function admin.keep_finalized_content()`.execute(db);
}

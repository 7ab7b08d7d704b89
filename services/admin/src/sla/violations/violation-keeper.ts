import type { Database } from '@aicp/common/database/open-database';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import type { Transaction } from 'kysely';
import type { MetricStanding, Standing } from '../evaluation/standing.ts';
import { slaIdOf, type Objective } from '../objectives/objective.ts';
import { stepOf } from './step-of.ts';
import { violationEvent } from './violation-event.ts';
import type { SlaTables, Violation } from './violation-table.ts';

/** How one metric of one objective stands at one model. */
interface Seen {
  readonly objective: Objective;
  readonly model: string;
  readonly metric: MetricStanding;
}

type Place = Pick<Violation, 'sla_uid' | 'provider' | 'model' | 'metric'>;

/** Opens violations, goes on with them and resolves them, by what was evaluated. */
export class ViolationKeeper {
  private readonly database: Pick<Database<SlaTables>, 'kysely'>;

  constructor(database: Pick<Database<SlaTables>, 'kysely'>) {
    this.database = database;
  }

  /**
   * Applies one evaluation of everything, with its events in the same transaction; answers the violations that go on. What no standing is about any more is resolved. Rejects with
   * DatabaseUnavailable, and then nothing is changed.
   */
  async apply(standings: readonly Standing[], nowMs: number): Promise<readonly Violation[]> {
    const seen = seenIn(standings);
    return await this.database.kysely.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('admin.sla_violation')
        .selectAll()
        .where((eb) => eb.or([eb('status', '<>', 'resolved'), eb('is_muted', '=', true)]))
        .orderBy('id')
        .forUpdate()
        .execute();
      const known = new Map(rows.map((row) => [keyOf(row), row]));
      const events: EventDraft[] = [];
      for (const row of rows) {
        const one = seen.get(keyOf(row));
        events.push(...(one ? await goOn(tx, row, { ...one, nowMs }) : await end(tx, row, nowMs)));
      }
      for (const [key, one] of seen) {
        const isNew = !known.has(key) && stepOf(undefined, one.metric, nowMs).kind === 'open';
        if (isNew) events.push(...(await open(tx, one, nowMs)));
      }
      await emitEvents(tx, events);
      return await tx
        .selectFrom('admin.sla_violation')
        .selectAll()
        .where('status', '<>', 'resolved')
        .execute();
    });
  }
}

function seenIn(standings: readonly Standing[]): ReadonlyMap<string, Seen> {
  const seen = new Map<string, Seen>();
  for (const { objective, models } of standings) {
    for (const { model, metrics } of models) {
      for (const metric of metrics) {
        const one = { objective, model, metric };
        seen.set(keyOf(placeOf(one)), one);
      }
    }
  }
  return seen;
}

const placeOf = ({ objective, model, metric }: Seen): Place => ({
  sla_uid: objective.uid,
  provider: objective.provider,
  model,
  metric: metric.metric,
});

const keyOf = (place: Place): string =>
  [place.sla_uid, place.provider, place.model, place.metric].join('\u0000');

async function open(tx: Transaction<SlaTables>, one: Seen, nowMs: number): Promise<EventDraft[]> {
  const { objective, metric } = one;
  const { value: target, actual = target, severity } = metric;
  const now = new Date(nowMs);
  const channels = [...objective.alertChannels];
  const fields = {
    ...placeOf(one),
    id: uuidV7(nowMs),
    sla_id: slaIdOf(objective),
    organization_id: objective.organization ?? null,
    organization_uid: objective.organizationUid ?? null,
    ...{ target, actual, worst: actual, severity, status: 'open' as const },
    started_at: now,
    ...{ acknowledged_at: null, acknowledged_by: null },
    ...{ resolved_at: null, resolved_by: null, resolution: null },
  };
  const made = await tx
    .insertInto('admin.sla_violation')
    .values({
      ...fields,
      ...{ updated_at: now, seen_at: now },
      // An array is sent as JSON only where it is a text.
      channels: JSON.stringify(channels) as unknown as string[],
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made ? [violationEvent('sla.violation', { ...fields, channels })] : [];
}

async function goOn(
  tx: Transaction<SlaTables>,
  row: Violation,
  { metric, nowMs }: Pick<Seen, 'metric'> & { readonly nowMs: number },
): Promise<EventDraft[]> {
  const step = stepOf(row, metric, nowMs);
  if (step.kind === 'unmute') await change(tx, row, { is_muted: false });
  if (step.kind === 'go_on') {
    const updated_at = new Date(nowMs);
    await change(tx, row, { ...step.changes, target: metric.value, updated_at });
  }
  return step.kind === 'resolve' ? await resolve(tx, row, { ...step.changes, nowMs }) : [];
}

/** Nothing is promised there any more. */
async function end(
  tx: Transaction<SlaTables>,
  row: Violation,
  nowMs: number,
): Promise<EventDraft[]> {
  if (!row.is_muted) return await resolve(tx, row, { resolution: 'gone', nowMs });
  await change(tx, row, { is_muted: false });
  return [];
}

async function resolve(
  tx: Transaction<SlaTables>,
  row: Violation,
  { nowMs, ...changes }: Partial<Violation> & { readonly nowMs: number },
): Promise<EventDraft[]> {
  const at = new Date(nowMs);
  const resolved = { ...changes, status: 'resolved', resolved_at: at, updated_at: at } as const;
  await change(tx, row, resolved);
  return [violationEvent('sla.resolved', { ...row, ...resolved })];
}

async function change(
  tx: Transaction<SlaTables>,
  { id }: Violation,
  changes: Partial<Omit<Violation, 'channels'>>,
): Promise<void> {
  await tx.updateTable('admin.sla_violation').set(changes).where('id', '=', id).execute();
}

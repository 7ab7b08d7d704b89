import type { BudgetEventData } from '@aicp/contracts/events/budget-events';
import { incidentOf } from '@aicp/contracts/events/incident';
import { subjectName } from '@aicp/contracts/spend/spend-subject';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import { toBudgetView } from '../budgets/budget-view.ts';
import type { AlertTable, AlertType, ToldTable } from '../database/tables.ts';
import type { Standing } from '../spend/standing.ts';

/** What is told of alerts. Of one that a request was refused by what is left, nothing is: nothing is exceeded. */
const TYPES: Readonly<
  Partial<Record<AlertType, { type: 'budget.warning' | 'budget.exceeded'; status: Status }>>
> = {
  approaching_limit: { type: 'budget.warning', status: 'warning' },
  budget_exceeded: { type: 'budget.exceeded', status: 'exceeded' },
};
type Status = BudgetEventData['status'];

/** The event of an alert; undefined where there is none of its type. */
export function eventOfAlert(alert: AlertTable, standing: Standing): EventDraft | undefined {
  const told = TYPES[alert.alert_type];
  if (!told) return undefined;
  const { message } = alert;
  return {
    ...placeOf(standing, alert),
    type: told.type,
    uid: standing.limit.source.uid,
    transition: alert.once,
    at: alert.at,
    data: dataOf(standing, { ...alert, status: told.status, message, of: nameOf(standing) }),
  };
}

/** What is kept of an alert until its period is over, so that its end is told as well. */
export const toldOf = (alert: AlertTable, standing: Standing): ToldTable => ({
  uid: standing.limit.source.uid,
  subject: nameOf(standing),
  budget_id: standing.limit.id,
  entity_id: alert.entity_id,
  organization: alert.organization,
  starts_at: new Date(standing.period.startsMs),
  ends_at: new Date(standing.period.endsMs),
});

/** The event of a period that has begun after one in which something was told. */
export function eventOfReset(told: ToldTable, standing: Standing): EventDraft {
  const { limit, period, status } = standing;
  const begins = new Date(period.startsMs);
  const message = `budget "${limit.title}": a new period has begun; it ends at ${new Date(period.endsMs).toISOString()}`;
  return {
    ...placeOf(standing, told),
    type: 'budget.reset',
    uid: told.uid,
    transition: `${told.subject} ${begins.toISOString()}`,
    at: begins,
    data: dataOf(standing, { ...told, status, message, of: told.subject }),
  };
}

/** Of a limit of one of each: whose spend it is. */
const nameOf = ({ limit, subject }: Standing): string =>
  limit.value === undefined && subject ? subjectName(subject) : '';

const placeOf = ({ limit }: Standing, { organization }: Pick<ToldTable, 'organization'>) => ({
  subject: `${limit.source.kind}/${limit.source.name}`,
  organization: organization === '' ? undefined : organization,
});

function dataOf(
  standing: Standing,
  {
    entity_id,
    status,
    message,
    of,
  }: {
    readonly entity_id: string | null;
    readonly status: Status;
    readonly message: string;
    /** Name of the subject whose spend it is. */
    readonly of: string;
  },
): BudgetEventData {
  const view = toBudgetView(standing);
  return {
    budget_id: view.id,
    name: view.name,
    entity_type: view.entity_type,
    entity_id,
    limit_usd: view.limit_usd,
    spent_usd: view.spent_usd,
    utilization: view.utilization,
    period_start: view.period_start,
    period_end: view.period_end,
    ...{ status, message },
    incident: incidentOf('Budget', standing.limit.source.uid, of),
  };
}

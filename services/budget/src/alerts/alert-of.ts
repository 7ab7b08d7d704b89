import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { subjectName, type SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import { shownUsd } from '@aicp/contracts/budgets/nano-usd';
import { ownerOf } from '../access/owner-of.ts';
import type { Known } from '../snapshot/budget-directory.ts';
import type { Standing } from '../spend/standing.ts';
import type { AlertTable, AlertType, ToldTable } from '../database/tables.ts';
import { eventOfAlert, toldOf } from './budget-event.ts';

/** An alert, and what is told of it. */
export interface Alert {
  readonly row: AlertTable;
  /** Undefined where nobody is told of its type. */
  readonly event: EventDraft | undefined;
  /** What it was a standing of. */
  readonly told: ToldTable;
}

/** An alert on how a limit stands. Of one window, one subject and one threshold there is but one, whoever makes it, and by the clock of whatever time zone. */
export function alertOf(
  type: AlertType,
  standing: Standing,
  options: { readonly known: Known; readonly nowMs: number; readonly message?: string },
): Alert {
  const { limit, subject, period, thresholds } = standing;
  const { known, nowMs, message = messageOf(type, standing) } = options;
  const owner = ownerOf(limit, subject, known);
  const threshold = type === 'approaching_limit' ? thresholds.soft : thresholds.hard;
  const row: AlertTable = {
    id: uuidV7(nowMs),
    at: new Date(nowMs),
    once: [
      ...[limit.source.uid, subject ? subjectName(subject) : ''],
      ...[known.periods.nameOf(limit.window, period), type, threshold],
    ].join(' '),
    alert_type: type,
    budget_id: limit.id,
    entity_type: limit.scope,
    entity_id: subject?.value ?? limit.value ?? null,
    organization: owner.organization,
    team_id: owner.team,
    user_id: owner.user,
    key_id: owner.key,
    message,
  };
  return { row, event: eventOfAlert(row, standing), told: toldOf(row, standing) };
}

/** What a limit is called, and whose spend of it is meant where it is one of each. */
export function titleOf({ limit, subject }: Pick<Standing, 'limit' | 'subject'>): string {
  const whose = limit.value === undefined ? whoseOf(subject) : '';
  return `budget "${limit.title}"${whose}`;
}

const whoseOf = (subject: SpendSubject | undefined): string =>
  subject?.value === undefined ? '' : ` (${subject.scope} ${subject.value})`;

function messageOf(type: AlertType, standing: Standing): string {
  const { room, period } = standing;
  const ends = new Date(period.endsMs).toISOString();
  const refused =
    type === 'request_exceeds_budget' && room !== undefined
      ? `; requests that may cost more than the ${shownUsd(room)} USD that are left are refused`
      : '';
  return `${titleOf(standing)}: ${usedOf(standing)}${refused}; it resets at ${ends}`;
}

/** `0.90 of 1.00 USD are spent and 0.05 USD reserved for requests under way`. */
export function usedOf({
  spent,
  reserved,
  thresholds,
}: Pick<Standing, 'spent' | 'reserved' | 'thresholds'>): string {
  const held =
    reserved > 0n ? ` and ${shownUsd(reserved)} USD reserved for requests under way` : '';
  return `${shownUsd(spent)} of ${shownUsd(thresholds.limit)} USD are spent${held}`;
}

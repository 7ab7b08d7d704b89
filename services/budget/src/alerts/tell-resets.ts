import type { Clock } from '@aicp/common/time/clock';
import { subjectName } from '@aicp/contracts/spend/spend-subject';
import type { ToldTable } from '../database/tables.ts';
import { stopsAnything } from '../snapshot/budget-directory.ts';
import { thresholdsAt } from '../snapshot/money-limit.ts';
import { standingsOfEach, type Standing } from '../spend/standing.ts';
import type { AllStandings } from '../spend/standings.ts';
import type { AlertStore, Reset } from './alert-store.ts';
import { eventOfReset } from './budget-event.ts';

/** Tells of limits that warned or were exceeded, and whose period has begun anew by the figures of now. One that is not there any more is forgotten. */
export async function tellResets(
  standings: AllStandings,
  { store, clock }: { readonly store: Pick<AlertStore, 'over' | 'reset'>; readonly clock: Clock },
): Promise<void> {
  const nowMs = clock.now();
  const over = await store.over(nowMs);
  const resets = over.flatMap((told): Reset[] => {
    const standing = standingNow(told, standings, nowMs);
    if (!standing) return [{ told, event: undefined }];
    // The figures of now may still be those of the period that has ended.
    if (standing.period.startsMs <= told.starts_at.getTime()) return [];
    return [{ told, event: eventOfReset(told, standing) }];
  });
  await store.reset(resets);
}

/** How the limit stands for whoever it was told of; undefined where there is none of that id and object any more. */
function standingNow(
  { budget_id: id, uid, subject }: ToldTable,
  { known, figures, byId }: AllStandings,
  nowMs: number,
): Standing | undefined {
  const standing = byId.get(id);
  if (standing?.limit.source.uid !== uid) return undefined;
  if (subject === '') return standing;
  const { limit } = standing;
  const measure = { figures, book: known.book, nowMs, isEnforced: stopsAnything(known) };
  const own = standingsOfEach(limit, measure).find(
    (one) => one.subject && subjectName(one.subject) === subject,
  );
  return own ?? unspent(standing, nowMs);
}

/** The standing of who has not spent anything yet. */
const unspent = ({ limit, period }: Standing, nowMs: number): Standing => ({
  ...{ limit, period, thresholds: thresholdsAt(limit, nowMs), subject: undefined },
  ...{ spent: 0n, reserved: 0n, status: 'ok' },
});

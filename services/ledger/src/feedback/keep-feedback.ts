import type { LedgerDatabase } from '../database/tables.ts';
import { DAY_MS, keptFrom } from '../days/day-tables.ts';
import { matchFeedback } from './match-feedback.ts';

/**
 * Looks for the requests that came in after their feedback, and drops what has had none for a day: it is about another key's request, or about none. Feedback on requests whose day was
 * dropped goes too.
 */
export async function keepFeedback(database: LedgerDatabase, nowMs: number): Promise<void> {
  await database.kysely.transaction().execute(async (tx) => {
    await matchFeedback(tx);
    const dayAgo = new Date(nowMs - DAY_MS);
    await tx
      .deleteFrom('feedback')
      .where('is_known', '=', false)
      .where('at', '<', dayAgo)
      .execute();
    const { usage } = await keptFrom(tx);
    const from = new Date(usage);
    await tx
      .deleteFrom('feedback')
      .where('is_known', '=', true)
      .where('usage_at', '<', from)
      .execute();
  });
}

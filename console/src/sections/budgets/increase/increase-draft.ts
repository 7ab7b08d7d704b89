/** More for a while, as somebody types it. */
export interface IncreaseDraft {
  /** US dollars; undefined: nothing is typed. */
  readonly amount: number | undefined;
  /** As a `datetime-local` field has it, in the zone of the browser. */
  readonly until: string;
}

/** Why a draft can't be sent; undefined where it can. */
export function problemOf({ amount, until }: IncreaseDraft, nowMs: number): string | undefined {
  if (amount === undefined || amount <= 0) return 'Say by how much.';
  const at = Date.parse(until);
  if (Number.isNaN(at)) return 'Say until when.';
  return at <= nowMs ? 'It ends before now.' : undefined;
}

/** What is sent to raise a budget. */
export const bodyOf = ({ amount, until }: IncreaseDraft) => ({
  temporary_increase: { amount_usd: amount ?? 0, expires_at: new Date(until).toISOString() },
});

/** A moment as a `datetime-local` field has it. */
export function localText(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * 60_000;
  return new Date(atMs - offsetMs).toISOString().slice(0, 16);
}

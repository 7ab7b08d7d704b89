import { waitFor } from './wait-for.ts';

const MINUTE_MS = 60_000;

/** Resolves where so much is left of this minute, or else at the beginning of the next: what is counted in a minute is gone in the one after it. */
export async function untilEnoughOfMinute(enoughMs: number): Promise<void> {
  await waitFor(() => MINUTE_MS - (Date.now() % MINUTE_MS) >= enoughMs, MINUTE_MS);
}

import type { RedisPart } from '../kills/parts.ts';

/** What becomes of Redis in a race. */
export type RedisFate =
  'is there' | 'is not there' | 'is killed' | 'is killed and empty' | 'is cut off';

/** Ends it in mid-run, as its fate says. */
export async function lose(redis: RedisPart | undefined, fate: RedisFate): Promise<void> {
  // Who stops has all that it had when it goes on, and also what was on its way to it.
  if (fate === 'is cut off') redis?.server.signal('SIGSTOP');
  else if (fate !== 'is there') await redis?.kill();
}

/** Whether it comes back. */
export const returns = (fate: RedisFate): boolean =>
  fate === 'is killed and empty' || fate === 'is cut off';

export async function giveBack(redis: RedisPart | undefined, fate: RedisFate): Promise<void> {
  if (fate === 'is cut off') redis?.server.signal('SIGCONT');
  else if (fate === 'is killed and empty') await redis?.start();
}

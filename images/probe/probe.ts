import type { Clock } from '@aicp/common/time/clock';

export interface ProbeOptions {
  readonly url: string;
  /** How long to go on asking, ms. */
  readonly withinMs: number;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly fetch: (url: string) => Promise<Response>;
}

/** Asks a URL until it answers 200, and gives what it said. Rejects with the last refusal when the time is over. */
export async function probe({ url, withinMs, clock, fetch }: ProbeOptions): Promise<string> {
  const until = clock.monotonic() + withinMs;
  for (;;) {
    const { isOk, said } = await ask(url, fetch);
    if (isOk) return said;
    if (clock.monotonic() >= until) throw new Error(`${url}: ${said}`);
    await clock.sleep(1000);
  }
}

async function ask(
  url: string,
  fetch: ProbeOptions['fetch'],
): Promise<{ isOk: boolean; said: string }> {
  try {
    const answer = await fetch(url);
    const text = (await answer.text()).slice(0, 1000);
    return { isOk: answer.ok, said: answer.ok ? text : `${answer.status} ${text}` };
  } catch (error) {
    const { message, cause } = error as Error;
    return { isOk: false, said: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
}

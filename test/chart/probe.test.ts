import { describe, expect, it } from 'vitest';
import { probe } from '../../images/probe/probe.ts';

/** A clock whose sleep is over at once, and moves it on. */
function quickClock() {
  let time = 0;
  return {
    monotonic: () => time,
    sleep: (ms: number) => {
      time += ms;
      return Promise.resolve();
    },
  };
}

/** Answers one after the other, the last one again and again. */
function answers(...given: (Response | Error)[]) {
  const asked: string[] = [];
  const fetch = (url: string): Promise<Response> => {
    const answer = given[Math.min(asked.length, given.length - 1)]!;
    asked.push(url);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer.clone());
  };
  return { asked, fetch };
}

const url = 'http://gateway/health/readiness';
const notReady = () => new Response('{"status":"no_configuration"}', { status: 503 });
const refused = () => new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });

describe('the probe of helm test', () => {
  it('gives what a ready gateway says', async () => {
    const { asked, fetch } = answers(new Response('{"status":"ready"}'));
    const said = await probe({ url, withinMs: 60_000, clock: quickClock(), fetch });
    expect(said).toBe('{"status":"ready"}');
    expect(asked).toEqual([url]);
  });

  it('asks again while nobody answers or the answer is no', async () => {
    const { asked, fetch } = answers(refused(), notReady(), new Response('ready'));
    expect(await probe({ url, withinMs: 60_000, clock: quickClock(), fetch })).toBe('ready');
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['the last answer', notReady(), `${url}: 503 {"status":"no_configuration"}`],
    ['why nobody answered', refused(), `${url}: fetch failed: connect ECONNREFUSED`],
  ])('gives up with %s when the time is over', async (_, answer, words) => {
    const { asked, fetch } = answers(answer);
    const clock = quickClock();
    await expect(probe({ url, withinMs: 5_000, clock, fetch })).rejects.toThrow(words);
    expect(asked).toHaveLength(6);
  });
});

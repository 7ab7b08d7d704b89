import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkToken } from './check-token.ts';
import { IssuerKeys } from './issuer-keys.ts';
import { startIssuer, type FakeIssuer } from './testing/fake-issuer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the keys of an issuer', () => {
  let idp: FakeIssuer;
  let time: number;
  let warned: number;
  let keys: IssuerKeys;

  beforeEach(async () => {
    idp = await startIssuer();
    [time, warned] = [0, 0];
    keys = new IssuerKeys({
      read: async (url) => {
        const answer = await fetch(url);
        if (!answer.ok) throw new Error(`it answers ${answer.status}`);
        return await answer.json();
      },
      clock: { monotonic: () => time },
      log: {
        warn: () => {
          warned += 1;
        },
      },
    });
  });
  afterEach(async () => {
    await idp[Symbol.asyncDispose]();
  });

  /** What a new token of the issuer is worth. */
  const check = async (kid?: string) => {
    const token = await idp.token({ sub: 'ada', aud: 'us' }, kid === undefined ? {} : { kid });
    const result = await checkToken(token, {
      ...{ issuer: idp.url, audiences: ['us'], keys, nowMs: Date.now() },
    });
    return typeof result === 'object' ? result.sub : result;
  };
  const timesAsked = () => idp.asked.filter((path) => path === '/keys').length;

  it('are read once for many tokens', async () => {
    expect(await Promise.all([check(), check(), check()])).toEqual(['ada', 'ada', 'ada']);
    time = 9 * MINUTE;
    expect(await check()).toBe('ada');
    expect(timesAsked()).toBe(1);
  });

  it('are read anew for a key that was not among them, once a minute at most', async () => {
    expect(await check()).toBe('ada');
    await idp.rotate();
    expect(await check()).toBeUndefined();
    expect(timesAsked()).toBe(1);
    time = MINUTE;
    expect(await check()).toBe('ada');
    expect(timesAsked()).toBe(2);
    for (let one = 0; one < 20; one += 1) expect(await check(`made-up-${one}`)).toBeUndefined();
    expect(timesAsked()).toBe(2);
  });

  it('are kept for a day while the issuer is away, and not longer', async () => {
    expect(await check()).toBe('ada');
    idp.isAway = true;
    for (const hour of [1, 12, 23]) {
      time = hour * HOUR;
      expect(await check()).toBe('ada');
    }
    time = 25 * HOUR;
    expect(await check()).toBe('away');
    expect(warned).toBeGreaterThan(0);
    idp.isAway = false;
    time += MINUTE;
    expect(await check()).toBe('ada');
  });

  it('that the issuer has withdrawn are gone after it was asked again', async () => {
    const old = await idp.token({ sub: 'ada', aud: 'us' });
    expect(await check()).toBe('ada');
    await idp.rotate();
    time = 11 * MINUTE;
    await keys.anew(idp.url);
    const checking = { issuer: idp.url, audiences: ['us'], keys, nowMs: Date.now() };
    expect(await checkToken(old, checking)).toBeUndefined();
  });

  it('are not taken from an issuer that calls itself another, or names no address of keys', async () => {
    idp.discovery = { issuer: 'https://idp.example.com' };
    expect(await check()).toBe('away');
    idp.discovery = { jwks_uri: 'file:///etc/passwd' };
    time = MINUTE;
    expect(await check()).toBe('away');
    expect(timesAsked()).toBe(0);
  });

  it('of an issuer that no organization has any more are forgotten', async () => {
    expect(await check()).toBe('ada');
    keys.keepOnly([]);
    expect(await check()).toBe('ada');
    expect(timesAsked()).toBe(2);
  });
});

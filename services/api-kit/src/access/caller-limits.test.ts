import { newApiKey } from '@aicp/contracts/keys/api-key';
import { describe, expect, it } from 'vitest';
import { CallerLimits, LIMITS, shownBy } from './caller-limits.ts';

const HERE = '192.0.2.1';

/** What logins with wrong keys are answered with, one after the other. */
async function failAll(limits: CallerLimits, keys: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const key of keys) {
    statuses.push(
      await limits
        .checkLogin(HERE, shownBy(key))
        .then(() => limits.countFailedLogin(HERE, shownBy(key)))
        .then(
          () => 401,
          (error: unknown) => (error as { status: number }).status,
        ),
    );
  }
  return statuses;
}

const many = (count: number, key = () => newApiKey()) => Array.from({ length: count }, key);

describe('failed logins of an address', () => {
  it('are answered 429 after ten a minute, whatever keys they show', async () => {
    const statuses = await failAll(new CallerLimits(LIMITS), many(12));
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  it('keep no key of our own format out but the one that was guessed at', async () => {
    const limits = new CallerLimits(LIMITS);
    const guessed = newApiKey();
    await failAll(
      limits,
      many(20, () => guessed),
    );
    await failAll(
      limits,
      many(20, () => 'sk-1234'),
    );
    await limits.checkLogin(HERE, shownBy(newApiKey()));
    await limits.checkAddress(HERE);
    await expect(limits.checkLogin(HERE, shownBy(guessed))).rejects.toMatchObject({ status: 429 });
    await limits.checkLogin('192.0.2.2', shownBy(guessed));
  });

  it('with keys that may be short enough to guess are counted together', async () => {
    const limits = new CallerLimits(LIMITS);
    const guesses = Array.from({ length: 10 }, (_, index) => `sk-${index}`);
    await failAll(limits, guesses);
    await expect(limits.checkLogin(HERE, shownBy('sk-right'))).rejects.toMatchObject({
      status: 429,
    });
  });

  it('that are as many as its requests may be are not even read', async () => {
    const limits = new CallerLimits(LIMITS);
    await failAll(limits, many(LIMITS.requestsPerMinute));
    await expect(limits.checkAddress(HERE)).rejects.toMatchObject({ status: 429 });
    await limits.checkAddress('192.0.2.2');
  });

  it('are counted for the address also where one and the same key is shown again and again', async () => {
    const limits = new CallerLimits(LIMITS);
    const guesses = many(LIMITS.requestsPerMinute, () => 'sk-1234');
    await failAll(limits, guesses);
    await expect(limits.checkAddress(HERE)).rejects.toMatchObject({ status: 429 });
  });
});

it('A key that signs in again and again is told to keep its token.', async () => {
  const limits = new CallerLimits({ ...LIMITS, loginsPerMinute: 2 });
  await limits.countLogin('key a');
  await limits.countLogin('key a');
  await limits.countLogin('key b');
  await expect(limits.countLogin('key a')).rejects.toMatchObject({ status: 429 });
});

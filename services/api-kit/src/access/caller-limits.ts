import { Problem } from '@aicp/common/errors/problem';
import { isWellFormed, KEY_PREFIX_CHARACTERS } from '@aicp/contracts/keys/api-key';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const MINUTE_SECONDS = 60;

/** What one caller, one address and one key may do in a minute. */
export interface Limits {
  readonly requestsPerMinute: number;
  readonly failedLoginsPerMinute: number;
  /** Of one key, or one person, that succeed. */
  readonly loginsPerMinute: number;
}

/** api.md, "Names, references, secrets". */
export const LIMITS: Limits = {
  requestsPerMinute: 600,
  failedLoginsPerMinute: 10,
  loginsPerMinute: 60,
};

/**
 * How much one caller may ask, how often one address may fail to sign in, and how often one key may sign in. Each replica counts for
 * itself.
 */
export class CallerLimits {
  private readonly requests: RateLimiterMemory;
  private readonly failures: RateLimiterMemory;
  private readonly logins: RateLimiterMemory;
  private readonly limits: Limits;

  constructor(limits: Limits) {
    this.limits = limits;
    this.requests = perMinute(limits.requestsPerMinute);
    this.failures = perMinute(limits.failedLoginsPerMinute);
    this.logins = perMinute(limits.loginsPerMinute);
  }

  /** Counts a request of a caller. Rejects with a Problem (429) where the caller has had its share. */
  async countRequest(caller: string): Promise<void> {
    await consume(
      this.requests,
      caller,
      `At most ${this.limits.requestsPerMinute} requests a minute.`,
    );
  }

  /**
   * Rejects with a Problem (429) where so many logins of an address have failed that the next is not even read. This bound is as wide as
   * that of requests, so that a few failures of somebody behind the same address keep nobody out.
   */
  async checkAddress(address: string): Promise<void> {
    const failed = await this.failures.get(`address ${address}`);
    if (failed && failed.consumedPoints >= this.limits.requestsPerMinute)
      throw tooManyFailed(failed);
  }

  /**
   * Rejects with a Problem (429) where an address has failed too often with what is shown now. That counts for the address as a failure does: who goes on for long is not read any more.
   */
  async checkLogin(address: string, shown: string): Promise<void> {
    const failed = await this.failures.get(`${address} ${shown}`);
    if (failed && failed.consumedPoints >= this.limits.failedLoginsPerMinute) {
      await this.failures.penalty(`address ${address}`);
      throw tooManyFailed(failed);
    }
  }

  /** Counts a failed login. Rejects with a Problem (429) where the address had failed too often before, with whatever it showed. */
  async countFailedLogin(address: string, shown: string): Promise<void> {
    await this.failures.penalty(`${address} ${shown}`);
    const failed = await this.failures.penalty(`address ${address}`);
    if (failed.consumedPoints > this.limits.failedLoginsPerMinute) throw tooManyFailed(failed);
  }

  /** Counts a login that succeeded. Rejects with a Problem (429) where the same key, or person, has had its share. */
  async countLogin(holder: string): Promise<void> {
    const { loginsPerMinute } = this.limits;
    const detail = `At most ${loginsPerMinute} logins a minute: an access token is good for 30 minutes, so keep it.`;
    await consume(this.logins, holder, detail);
  }
}

/**
 * What failures with a key are counted under. Keys in our own format are counted each by itself, by the characters that may be shown:
 * nobody guesses the rest. All others are counted together, since they may be short enough to be guessed.
 */
export const shownBy = (apiKey: string): string =>
  isWellFormed(apiKey) ? apiKey.slice(0, KEY_PREFIX_CHARACTERS) : 'other keys';

const perMinute = (points: number): RateLimiterMemory =>
  new RateLimiterMemory({ points, duration: MINUTE_SECONDS });

async function consume(limiter: RateLimiterMemory, key: string, detail: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw tooMany(detail, error);
  }
}

const tooManyFailed = (failed: RateLimiterRes): Problem =>
  tooMany('Too many failed logins from this address.', failed);

function tooMany(detail: string, { msBeforeNext }: RateLimiterRes): Problem {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new Problem(429, `${detail} Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

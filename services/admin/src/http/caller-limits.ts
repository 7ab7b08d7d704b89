import { Problem } from '@aicp/common/errors/problem';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { AdminLimits } from '../config.ts';

const MINUTE_SECONDS = 60;

/** How much one caller may ask, and how often one address may fail to sign in. Each replica counts for itself. */
export class CallerLimits {
  private readonly requests: RateLimiterMemory;
  private readonly failures: RateLimiterMemory;
  private readonly limits: AdminLimits;

  constructor(limits: AdminLimits) {
    this.limits = limits;
    this.requests = perMinute(limits.requestsPerMinute);
    this.failures = perMinute(limits.failedLoginsPerMinute);
  }

  /** Counts a request of a caller. Rejects with a Problem (429) where he has had his share. */
  async countRequest(caller: string): Promise<void> {
    try {
      await this.requests.consume(caller);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw tooMany(`At most ${this.limits.requestsPerMinute} requests a minute.`, error);
    }
  }

  /** Rejects with a Problem (429) where an address has failed to sign in too often. */
  async checkLogin(address: string): Promise<void> {
    const failed = await this.failures.get(address);
    if (failed && failed.consumedPoints >= this.limits.failedLoginsPerMinute) {
      throw tooMany('Too many failed logins from this address.', failed);
    }
  }

  /** Counts a failed login of an address. */
  async countFailedLogin(address: string): Promise<void> {
    await this.failures.penalty(address);
  }
}

const perMinute = (points: number): RateLimiterMemory =>
  new RateLimiterMemory({ points, duration: MINUTE_SECONDS });

function tooMany(detail: string, { msBeforeNext }: RateLimiterRes): Problem {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new Problem(429, `${detail} Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

import { shownBy, type CallerLimits } from '@aicp/api-kit/access/caller-limits';
import { problemOf } from '@aicp/api-kit/access/key-state';
import type { KnownKey } from '@aicp/api-kit/access/keys-by-section';
import { shownSecret } from '@aicp/api-kit/access/shown-secret';
import type { RouteContext } from '@aicp/api-kit/route/route';
import { unauthorized } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import type { Request } from 'express';
import type { CostSnapshot } from '../snapshot/cost-snapshot.ts';
import { ANYBODY, callerOf, type Caller } from './caller.ts';

const LONGEST_KEY = 1_024;
/** The same for every key that does not work, so that nobody learns which ones there are. */
const UNKNOWN = 'This API key is not known here, or may not be used any more.';

interface CallersOptions {
  readonly snapshot: Pick<CostSnapshot, 'current'>;
  readonly limits: CallerLimits;
  readonly clock: Clock;
  /** Whether this replica was told to ask for keys; the settings may ask for them too. */
  readonly requireAuth: boolean;
}

/** Finds out who asks, by the key that comes with a request, and counts how often. */
export class Callers {
  private readonly options: CallersOptions;
  private readonly admitted = new WeakMap<Request, Caller>();

  constructor(options: CallersOptions) {
    this.options = options;
  }

  /**
   * Admits whoever sends a request before its body is read. Rejects with a Problem: 401 for a key that does not work, or none where one is required; 429 for who asks, or fails, too
   * often; 503 before there is a snapshot.
   */
  readonly admit = async ({
    ip = '',
    request,
  }: Pick<RouteContext, 'ip' | 'request'>): Promise<void> => {
    const { limits, requireAuth, snapshot } = this.options;
    const secret = shownSecret(request);
    if (secret !== undefined) {
      this.admitted.set(request, await this.ofSecret(secret, ip));
      return;
    }
    await limits.countRequest(`address ${ip}`);
    if (requireAuth || snapshot.current.requiresAuth)
      throw unauthorized('Send an API key: X-Api-Key, or Authorization: Bearer.');
    this.admitted.set(request, ANYBODY);
  };

  /** Who was admitted with a request. */
  of(request: Request): Caller {
    const caller = this.admitted.get(request);
    if (!caller) throw new Error('a route asked who sent a request that it did not admit');
    return caller;
  }

  /** Whose key this is. Rejects as `admit` does. */
  async ofSecret(secret: string, ip: string): Promise<Caller> {
    const { limits, snapshot, clock } = this.options;
    const shown = shownBy(secret);
    await limits.checkLogin(ip, shown);
    const found = secret.length > LONGEST_KEY ? undefined : snapshot.current.keys.ofSecret(secret);
    if (!found || problemOf(found.key, found.hash, clock.now())) {
      await limits.countFailedLogin(ip, shown);
      throw unauthorized(UNKNOWN);
    }
    await limits.countRequest(callerName(found.key));
    return callerOf(found.key);
  }
}

const callerName = ({ uid }: KnownKey): string => `caller ${uid}`;

import { shownBy, type CallerLimits } from '@aicp/api-kit/access/caller-limits';
import type { KnownKey } from '@aicp/api-kit/access/keys-by-section';
import { ownerMissingOf, problemOf } from '@aicp/api-kit/access/key-state';
import type { RouteContext } from '@aicp/api-kit/route/route';
import { Problem, unauthorized } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import type { BudgetDirectory } from '../snapshot/budget-directory.ts';

export interface KeyCheckOptions {
  readonly directory: Pick<BudgetDirectory, 'known'>;
  readonly limits: Pick<CallerLimits, 'checkAddress' | 'checkLogin' | 'countFailedLogin'>;
  readonly clock: Clock;
}

/** Finds out whose a key is. Wrong keys are counted as failed logins are, so that guessing has an end. */
export class KeyCheck {
  private readonly options: KeyCheckOptions;

  constructor(options: KeyCheckOptions) {
    this.options = options;
  }

  /** Before a body with a key is read. Rejects with a Problem (429) for an address that showed wrong keys as often as one may ask at all. */
  readonly admit = async ({ ip = '' }: Pick<RouteContext, 'ip'>): Promise<void> => {
    await this.options.limits.checkAddress(ip);
  };

  /** Rejects with a Problem: 401 for a key that is unknown or may not be used, 429 for an address that failed too often, 503 before any is known. */
  async holderOf(secret: string, address: string): Promise<KnownKey> {
    const { directory, limits, clock } = this.options;
    await limits.checkLogin(address, shownBy(secret));
    const { known } = directory;
    if (!known) throw notConfiguredYet();
    const found = known.keys.ofSecret(secret);
    if (found && problemOf(found.key, found.hash, clock.now()) === undefined) return found.key;
    await limits.countFailedLogin(address, shownBy(secret));
    throw unauthorized((found && ownerMissingOf(found.key)) ?? UNKNOWN);
  }
}

/** There has been no snapshot since the start. */
export const notConfiguredYet = (): Problem =>
  new Problem(503, 'The configuration has not arrived yet: try again in a moment.', {
    headers: { 'Retry-After': '1' },
  });

const UNKNOWN = 'This API key is not known here, or may not be used any more.';

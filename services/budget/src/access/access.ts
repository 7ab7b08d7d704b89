import { bearerOf } from '@aicp/api-kit/access/service-token';
import type { CallerLimits } from '@aicp/api-kit/access/caller-limits';
import type { RouteContext } from '@aicp/api-kit/route/route';
import { unauthorized } from '@aicp/common/errors/problem';
import type { BudgetDirectory } from '../snapshot/budget-directory.ts';
import type { KeyCheck } from './key-check.ts';
import { principalOfKey, type Reader } from './reader.ts';

export interface AccessOptions {
  /** Whether this replica was told to ask for keys; the settings may ask for them too. */
  readonly requireAuth: boolean;
  readonly directory: Pick<BudgetDirectory, 'known'>;
  readonly keys: Pick<KeyCheck, 'holderOf'>;
  readonly limits: Pick<CallerLimits, 'countRequest'>;
}

/** Who may read budgets and alerts: everyone who reaches the service, or holders of keys of the installation. */
export class Access {
  private readonly options: AccessOptions;

  constructor(options: AccessOptions) {
    this.options = options;
  }

  /** Who reads; undefined where nobody is asked. Rejects with a Problem for whoever may not. */
  async readerOf({ request, ip = '' }: Pick<RouteContext, 'request' | 'ip'>): Promise<Reader> {
    const { requireAuth, directory, keys, limits } = this.options;
    if (!requireAuth && directory.known?.requiresAuth !== true) return undefined;
    const secret = bearerOf(request);
    if (secret === '') throw unauthorized('Send an API key: Authorization: Bearer <key>.');
    const key = await keys.holderOf(secret, ip);
    await limits.countRequest(`caller ${key.uid}`);
    return principalOfKey(key);
  }
}

import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import type { Principal } from '@aicp/contracts/routing/request/principal';

/** Who asks, as far as a scope goes by it. */
export type Asker = Pick<
  Principal,
  'key' | 'uid' | 'organization' | 'organizationUid' | 'team' | 'teamUid' | 'user'
>;

/**
 * Within whom an answer is given again. Nothing but a caller and the setting makes one, and no key of the cache is made without one
 * (`CacheKey`), so that no answer can be looked up beyond it. Where the caller lacks what the setting names, the scope is narrower and never
 * wider: its key's, or that of the user whom its request names under this key. A team is the very one, not whichever has its name; where nobody
 * can tell which one that is, its keys share with nobody.
 */
export class CacheScope {
  /** The same for all that share answers, and for nobody else. */
  readonly text: string;

  private constructor(parts: readonly (string | undefined)[]) {
    this.text = JSON.stringify(parts.map((part) => part ?? null));
  }

  /** `claimedUser`: whom the request itself names, which anybody may: it never reaches beyond the key. */
  static of(
    setting: CacheTerms['scope'],
    asker: Asker,
    claimedUser: string | undefined,
  ): CacheScope {
    const { organization, organizationUid, team, teamUid, user, key, uid } = asker;
    const within = [organization, organizationUid];
    const ofKey = ['key', ...within, key, uid];
    switch (setting) {
      case 'organization':
        return new CacheScope(organization === undefined ? ofKey : ['organization', ...within]);
      case 'team':
        if (team === undefined || teamUid === undefined) return new CacheScope(ofKey);
        return new CacheScope(['team', ...within, team, teamUid]);
      case 'key':
        return new CacheScope(ofKey);
      case 'user':
        if (user !== undefined) return new CacheScope(['user', ...within, user]);
        return new CacheScope([...ofKey, 'claimed', claimedUser]);
    }
  }
}

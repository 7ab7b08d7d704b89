import { Problem } from '@aicp/common/errors/problem';
import { withArticle } from '@aicp/crds/kit/with-article';
import type { Collection, Proposal } from './collection.ts';
import { organizationOf } from './scope.ts';

/** Throws a Problem (403) where anybody but platform_admin would move an object out of its organization, or into another one. */
export function requireSameOwner(
  collection: Collection,
  { scope, before, spec }: Pick<Proposal, 'scope' | 'before' | 'spec'>,
): void {
  if (scope === 'all' || !before) return;
  const after = spec['organizationId'];
  if (after === before.spec['organizationId']) return;
  // To write down the organization that a key has by its team changes nothing.
  if (after !== undefined && after === organizationOf(collection, before)) return;
  throw new Problem(
    403,
    `Only platform_admin may change organization_id of ${withArticle(collection.noun)}: send it as it is, or leave it out.`,
  );
}

import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import { apiKey, type ApiKeySpec } from '@aicp/crds/api-key';
import { whyMoneyIsFree } from '../budget/max-budget.ts';
import { type Claim, operatorKind, type Seen } from '../kit/operator-kind.ts';
import { viewsOf, type Lookup, type ViewOf } from '../kit/lookup.ts';
import type { SourceObject } from '../kit/source-object.ts';
import { decideApiKey, keySectionOf, type ApiKeyGathered } from './decide.ts';
import { parentsOf, type KeyView } from './parents.ts';

/** An APIKey has a fragment in one of several sections, and is bound to the key that made it. */
export const apiKeyKind = operatorKind<ApiKeySpec, ApiKeyGathered>({
  definition: apiKey,
  sections: (object) => [keySectionOf(object.name)],
  gather: gatherApiKey,
  decide: decideApiKey,
  saysOwner: true,
  hasMaker: true,
  claims: ({ fragment }) => claimsOf(fragment as KeyFragment),
  view: { keyOf: ({ name }, spec) => spec && name, of: viewKey },
});

const keyNamed = viewsOf('APIKey') as ViewOf<KeyView>;

function gatherApiKey(spec: ApiKeySpec, lookup: Lookup, { uid }: SourceObject): ApiKeyGathered {
  const owner = lookup.owner(uid);
  const key = (name: string): KeyView | undefined => keyNamed(lookup, name);
  const parents = parentsOf(owner?.parent, { key, organization: owner?.organization });
  return { owner, parents, free: whyMoneyIsFree(spec, lookup) };
}

function viewKey({ object, spec, owner }: Seen<ApiKeySpec>): KeyView | undefined {
  if (!spec) return undefined;
  const { blocked, tokenGeneration, expiresAt } = spec;
  return {
    uid: object.uid,
    organization: owner?.organization,
    blocked,
    tokenGeneration,
    expiresAt,
    madeBy: owner?.parent,
  };
}

const claimsOf = ({ hashes, organization }: KeyFragment): Claim[] =>
  hashes.map(({ hash }) => ({
    organization,
    key: `key ${hash}`,
    what: 'the same key hash stands in',
    remedy: 'delete one of the two',
  }));

import { normalise } from '@aicp/contracts/conditions/normalise';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import type {
  DeprecationFragment,
  KeyFragment,
  PolicyFragment,
  RulePolicy,
} from '@aicp/contracts/snapshot/fragments';
import type { Placed } from '../kinds/decision.ts';
import { labelOf, type SourceObject } from '../kinds/source-object.ts';

/** Something that one object may have, or that several may if they want the same outcome of it. */
export interface Claim {
  readonly key: string;
  /** What is contested, as the start of a sentence about the loser. */
  readonly what: string;
  /** What the loser may do. */
  readonly remedy: string;
  /** Holders that want the same do not conflict. Absent: nobody else may hold it. */
  readonly outcome?: string;
}

interface Holder {
  readonly uid: string;
  readonly label: string;
  readonly outcome: string | undefined;
}

/** Who holds what. Claims are made oldest first, so the holder is always the older one. */
export class ClaimTable {
  private readonly holders = new Map<string, Holder>();

  /** Takes all claims, or none and says who stands in the way. */
  take(object: SourceObject, claims: readonly Claim[]): string | undefined {
    for (const claim of claims) {
      const holder = this.holders.get(claim.key);
      if (holder && holder.uid !== object.uid && !agrees(holder, claim)) {
        return `${claim.what} ${holder.label}, which is older: ${claim.remedy}`;
      }
    }
    for (const { key, outcome } of claims) {
      if (!this.holders.has(key)) {
        this.holders.set(key, { uid: object.uid, label: labelOf(object), outcome });
      }
    }
    return undefined;
  }
}

const agrees = (holder: Holder, claim: Claim): boolean =>
  claim.outcome !== undefined && holder.outcome === claim.outcome;

/** The claim on an id, alias or group alias, which share one space. */
export const nameClaim = (name: string): Claim => ({
  key: `name ${name}`,
  what: `"${name}" is already an id or alias of`,
  remedy: 'choose another, or delete one of the two',
});

/** What a fragment claims, names apart. */
export function claimsOf({ section, fragment }: Placed): Claim[] {
  if (section === 'settings') return [SETTINGS];
  if (section === 'policies') return policyClaims(fragment as PolicyFragment);
  if (section === 'deprecations') return [deprecationClaim(fragment as DeprecationFragment)];
  if (section === 'license') return [LICENSE];
  if (section.startsWith('keys-')) return keyClaims(fragment as KeyFragment);
  return [];
}

const SETTINGS: Claim = {
  key: 'settings',
  what: 'the settings are those of',
  remedy: 'edit that one',
};

const LICENSE: Claim = {
  key: 'license',
  what: 'the license is that of',
  remedy: 'edit that one',
};

const deprecationClaim = ({ organization = '', model }: DeprecationFragment): Claim => ({
  key: JSON.stringify(['deprecation', organization, model]),
  what: `the end of "${model}" is already announced by`,
  remedy: 'delete one of the two',
});

const keyClaims = (fragment: KeyFragment): Claim[] =>
  fragment.hashes.map(({ hash }) => ({
    key: `key ${hash}`,
    what: 'the same key hash stands in',
    remedy: 'delete one of the two',
  }));

function policyClaims(fragment: PolicyFragment): Claim[] {
  if (fragment.type !== 'rule' || fragment.action === 'deny') return [];
  const { organization = '', priority } = fragment;
  const condition = normalCondition(fragment);
  return [
    {
      key: JSON.stringify(['policy', organization, priority, condition]),
      what: `the same priority ${priority} and the same condition, with another outcome, stand in`,
      remedy: 'change the priority or the condition of one of the two',
      outcome: JSON.stringify([fragment.action, fragment.targets, fragment.targetsMissing]),
    },
  ];
}

/** The one spelling of a rule's condition; empty where it has none. */
export const normalCondition = (rule: RulePolicy): string =>
  rule.condition === undefined ? '' : normalise(parseCondition(rule.condition));

import { normalise } from '@aicp/contracts/conditions/normalise';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import type {
  DeprecationFragment,
  FallbackPolicy,
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
  /** Whose object makes the claim; absent: the platform's. Nobody is told of an object of another's. */
  readonly organization?: string | undefined;
}

interface Holder {
  readonly organization: string | undefined;
  readonly uid: string;
  readonly label: string;
  readonly outcome: string | undefined;
}

/** Who holds what. Claims are made oldest first, so the holder is always the older one. */
export class ClaimTable {
  private readonly holders = new Map<string, Holder>();

  has({ key }: Pick<Claim, 'key'>): boolean {
    return this.holders.has(key);
  }

  /** Takes all claims, or none and says who stands in the way. */
  take(object: SourceObject, claims: readonly Claim[]): string | undefined {
    for (const claim of claims) {
      const holder = this.holders.get(claim.key);
      if (holder && holder.uid !== object.uid && !agrees(holder, claim)) {
        return `${claim.what} ${labelFor(claim, holder)}, which is older: ${claim.remedy}`;
      }
    }
    const { uid } = object;
    for (const { key, outcome, organization } of claims) {
      if (this.holders.has(key)) continue;
      this.holders.set(key, { uid, label: labelOf(object), outcome, organization });
    }
    return undefined;
  }
}

const labelFor = ({ organization }: Claim, holder: Holder): string =>
  organization === holder.organization ? holder.label : 'another object';

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
  organization: organization === '' ? undefined : organization,
  key: JSON.stringify(['deprecation', organization, model]),
  what: `the end of "${model}" is already announced by`,
  remedy: 'delete one of the two',
});

const keyClaims = (fragment: KeyFragment): Claim[] =>
  fragment.hashes.map(({ hash }) => ({
    organization: fragment.organization,
    key: `key ${hash}`,
    what: 'the same key hash stands in',
    remedy: 'delete one of the two',
  }));

function policyClaims(fragment: PolicyFragment): Claim[] {
  if (fragment.type === 'fallback') return [fallbackClaim(fragment)];
  if (fragment.type !== 'rule' || fragment.action === 'deny') return [];
  const { organization = '', priority } = fragment;
  const condition = normalCondition(fragment);
  return [
    {
      organization: fragment.organization,
      key: JSON.stringify(['policy', organization, priority, condition]),
      what: `the same priority ${priority} and the same condition, with another outcome, stand in`,
      remedy: 'change the priority or the condition of one of the two',
      outcome: JSON.stringify([fragment.action, fragment.targets, fragment.targetsMissing]),
    },
  ];
}

/** Of two fallback policies for one model at the same priority, no order says which counts. */
const fallbackClaim = (fragment: FallbackPolicy): Claim => ({
  organization: fragment.organization,
  key: JSON.stringify(['fallback', fragment.organization ?? '', fragment.priority, fragment.model]),
  what: `other fallbacks of "${fragment.model}" with the same priority ${fragment.priority} stand in`,
  remedy: 'change the priority of one of the two, or delete it',
  outcome: JSON.stringify(fragment.fallbacks),
});

/** The one spelling of a rule's condition; empty where it has none. */
export const normalCondition = (rule: RulePolicy): string =>
  rule.condition === undefined ? '' : normalise(parseCondition(rule.condition));

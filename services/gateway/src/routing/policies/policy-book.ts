import type { Expression } from '@aicp/contracts/conditions/ast';
import { attributesOf } from '@aicp/contracts/conditions/walk';
import type {
  FallbackPolicy,
  PolicyFragment,
  RulePolicy,
} from '@aicp/contracts/snapshot/fragments';
import { isVisible, type Catalog, type Served, type Viewer } from '../catalog.ts';
import { PolicyIndex } from './policy-index.ts';

/** All policies of a snapshot, ready to be asked. */
export class PolicyBook {
  /** Names of the attributes that some condition reads. */
  readonly attributeNames: ReadonlySet<string>;

  private readonly platform: PolicyIndex;
  private readonly organizations: ReadonlyMap<string, PolicyIndex>;
  private readonly fallbacks: ReadonlyMap<string, readonly FallbackPolicy[]>;

  constructor(
    policies: readonly PolicyFragment[],
    catalog: Catalog,
    conditionOf: (text: string) => Expression,
  ) {
    const rules = policies.filter((policy) => policy.type === 'rule');
    const index = (some: readonly RulePolicy[]) => new PolicyIndex(some, catalog, conditionOf);
    const byOrganization = Map.groupBy(rules, (policy) => policy.organization);
    this.platform = index(byOrganization.get(undefined) ?? []);
    this.organizations = new Map(
      [...byOrganization].flatMap(([organization, some]) =>
        organization === undefined ? [] : [[organization, index(some)] as const],
      ),
    );
    this.fallbacks = byModel(policies, catalog);
    this.attributeNames = new Set(rules.flatMap((rule) => namesIn(rule, conditionOf)));
  }

  /** The indexes that count for an organization's requests, the platform's first. */
  scopes(organization: string | undefined): PolicyIndex[] {
    const own = organization === undefined ? undefined : this.organizations.get(organization);
    return own ? [this.platform, own] : [this.platform];
  }

  /** Names that fallback policies put after something, in the order of reading. */
  fallbacksOf(served: Served, viewer: Viewer): readonly string[] {
    const policies = this.fallbacks.get(served.id);
    if (!policies) return [];
    return policies
      .filter((policy) => isVisible({ organization: policy.organization }, viewer))
      .flatMap((policy) => policy.fallbacks);
  }
}

const namesIn = (rule: RulePolicy, conditionOf: (text: string) => Expression): string[] =>
  rule.condition === undefined
    ? []
    : attributesOf(conditionOf(rule.condition)).map((attribute) => attribute.name);

/** Fallback policies by the id of what they stand in for, platform's first, then by priority and age. */
function byModel(
  policies: readonly PolicyFragment[],
  catalog: Catalog,
): Map<string, FallbackPolicy[]> {
  const sorted = policies.filter((policy) => policy.type === 'fallback').sort(inOrder);
  const found = new Map<string, FallbackPolicy[]>();
  for (const policy of sorted) {
    const ids = new Set(catalog.everything(policy.model).map((served) => served.id));
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), policy]);
  }
  return found;
}

function inOrder(a: FallbackPolicy, b: FallbackPolicy): number {
  const scope = Number(a.organization !== undefined) - Number(b.organization !== undefined);
  return (
    scope ||
    b.priority - a.priority ||
    Date.parse(a.created) - Date.parse(b.created) ||
    (a.id < b.id ? -1 : 1)
  );
}

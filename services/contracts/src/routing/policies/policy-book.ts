import { type Expression, attributesOf } from '../../conditions/ast.ts';
import type {
  FallbackPolicy,
  PolicyFragment,
  RulePolicy,
} from '../../snapshot/sections/policies.ts';
import type { CandidateStats } from '../catalog/candidate-stats.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { candidateLookup } from '../request/candidate-attributes.ts';
import { BUDGET_REMAINING } from '../request/money-left.ts';
import {
  readersOf,
  type AttributeReader,
  type RequestAttributes,
  type AttributeValues,
} from '../request/request-attributes.ts';
import { isVisible, type RoutingModel, type Resolution } from '../catalog/resolution.ts';
import { PolicyIndex } from './policy-index.ts';
import { byScopeAndPrecedence } from './precedence.ts';
import { ScopeRules } from './scope-rules.ts';
import { Strategies } from './strategies.ts';

/** Beyond so many, only those that the request has are looked for. */
const FEW_NAMES = 32;

interface MatchOptions {
  /** The principal's. */
  readonly organization: string | undefined;
  readonly stats: CandidateStats | undefined;
}

/** All policies of a snapshot, ready to be asked. */
export class PolicyBook {
  /** Names of the attributes that some condition reads. */
  readonly attributeNames: ReadonlySet<string>;
  /** Those of them that are headers; none where there are too many to note which of them a request lacks. */
  readonly headerNames: readonly string[];
  /** How those attributes are read. */
  readonly attributeReaders: ReadonlyMap<string, AttributeReader>;
  /** How the members of groups are ordered. */
  readonly strategies: Strategies;

  private readonly platform: PolicyIndex;
  private readonly organizations: ReadonlyMap<string, PolicyIndex>;
  private readonly fallbacks: ReadonlyMap<Resolution, readonly FallbackPolicy[]>;
  /** Whose policies ask what budgets leave; undefined: the platform's. */
  private readonly askForMoney: ReadonlySet<string | undefined>;

  constructor(
    policies: readonly PolicyFragment[],
    catalog: Catalog<RoutingModel>,
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
    this.fallbacks = byResolution(policies, catalog);
    this.strategies = new Strategies(policies.filter((policy) => policy.type === 'strategy'));
    const asks = (rule: RulePolicy) => namesIn(rule, conditionOf).includes(BUDGET_REMAINING);
    this.askForMoney = new Set(rules.filter(asks).map(({ organization }) => organization));
    this.attributeNames = new Set(rules.flatMap((rule) => namesIn(rule, conditionOf)));
    const headers = [...this.attributeNames].filter((name) => name.startsWith('header.'));
    this.headerNames = headers.length > FEW_NAMES ? [] : headers;
    this.attributeReaders = readersOf(this.attributeNames);
  }

  /** Whether some policy that acts on requests of an organization asks what their budgets leave. */
  asksForMoney(organization: string | undefined): boolean {
    return this.askForMoney.has(undefined) || this.askForMoney.has(organization);
  }

  /**
   * What matches a request of an organization, or may for some candidate; the platform's policies first. Scopes of which none matches are
   * left out.
   */
  match(attributes: RequestAttributes, { organization, stats }: MatchOptions): ScopeRules[] {
    const scopes: ScopeRules[] = [];
    const { forPlatform } = attributes;
    const knowsFigures = stats !== undefined;
    const ours = this.platform.match(forPlatform);
    if (ours.length > 0) {
      // A model that uses a platform's is that one to the platform's policies.
      const lookupOf = (model: RoutingModel) =>
        candidateLookup(model.base ?? model, forPlatform.get, stats);
      scopes.push(new ScopeRules(ours, { organization, lookupOf, knowsFigures }));
    }
    const own = organization === undefined ? undefined : this.organizations.get(organization);
    const theirs = own?.match(attributes) ?? [];
    if (theirs.length > 0) {
      const lookupOf = (model: RoutingModel) => candidateLookup(model, attributes.get, stats);
      scopes.push(new ScopeRules(theirs, { organization, lookupOf, knowsFigures }));
    }
    return scopes;
  }

  /** Names that fallback policies put after something, in the order of reading. */
  fallbacksOf(
    resolution: Resolution,
    entitlement: { readonly organization: string | undefined },
  ): readonly string[] {
    const policies = this.fallbacks.get(resolution);
    if (!policies) return [];
    return policies
      .filter(({ organization }) => isVisible({ organization }, entitlement))
      .flatMap((policy) => policy.fallbacks);
  }
}

const namesIn = (rule: RulePolicy, conditionOf: (text: string) => Expression): string[] =>
  rule.condition === undefined
    ? []
    : attributesOf(conditionOf(rule.condition)).map((attribute) => attribute.name);

/** Fallback policies by what they stand in for, the platform's first, then by priority and age. */
function byResolution(
  policies: readonly PolicyFragment[],
  catalog: Catalog<RoutingModel>,
): Map<Resolution, FallbackPolicy[]> {
  const sorted = policies.filter((policy) => policy.type === 'fallback').sort(byScopeAndPrecedence);
  const found = new Map<Resolution, FallbackPolicy[]>();
  for (const policy of sorted) {
    for (const resolution of catalog.meanings(policy.model)) {
      found.set(resolution, [...(found.get(resolution) ?? []), policy]);
    }
  }
  return found;
}

/** What every decision shows of a request, and what some policy asks about. */
export function shownAttributes(
  attributes: RequestAttributes,
  { attributeNames }: Pick<PolicyBook, 'attributeNames'>,
): AttributeValues {
  const shown = attributes.identity();
  if (attributeNames.size <= FEW_NAMES) return attributes.pick(attributeNames, shown);
  const wanted = attributes.names().filter((name) => attributeNames.has(name));
  return attributes.pick(wanted, shown);
}

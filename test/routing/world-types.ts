import type { RoutingStrategy } from '@aicp/crds/kit/routing-strategies';

/** A random installation, as small as it can be for names to clash. Plain data: the compiled form and the naive model are both made of it. */
export interface World {
  readonly models: readonly ModelOf[];
  readonly groups: readonly GroupOf[];
  readonly rules: readonly RuleOf[];
  readonly fallbacks: readonly FallbackOf[];
  readonly deprecations: readonly DeprecationOf[];
  readonly tiers: readonly TierOf[];
  readonly grants: readonly GrantOf[];
  readonly strategies: readonly StrategyOf[];
  /** What was seen of models of late, by `owner/id`. */
  readonly figures: Readonly<Record<string, FiguresOf>>;
  /** What each organization, and each team, is limited to; empty: everything. */
  readonly organizationLists: Readonly<Record<string, readonly string[]>>;
  readonly teamLists: Readonly<Record<string, readonly string[]>>;
  readonly defaultModel: string | undefined;
  readonly budgets: readonly BudgetOf[];
  /** What the budgets of each organization's requests, and of the platform's own, leave. */
  readonly money: Readonly<Record<string, MoneyOf>>;
  readonly tests: readonly TestOf[];
}

/** An A/B test that moves requests. */
export interface TestOf {
  readonly owner: Owner;
  readonly base: string;
  readonly variant: string;
  readonly state: 'running' | 'promoted';
  readonly percent: number;
  readonly stickyBy: 'user' | 'key';
}

/** A budget of a day. */
export interface BudgetOf {
  readonly owner: Owner;
  readonly entity: readonly [type: string, id: string | undefined];
  readonly limit: string;
  readonly action: 'block' | 'warn' | 'downgrade';
  readonly downgradeTo: string;
}

export interface MoneyOf {
  readonly ofAll: number | undefined;
  readonly ofTold: number | undefined;
}

export type Owner = 'acme' | 'rival' | undefined;

export interface ModelOf {
  readonly owner: Owner;
  readonly id: string;
  readonly aliases: readonly string[];
  readonly fallbacks: readonly string[];
  readonly tier: string;
  /** USD for a million tokens in; out costs the same. */
  readonly price: number | undefined;
  /** Of an organization's model: the platform's model that it uses; undefined: it has a provider of its own. */
  readonly uses: string | undefined;
  readonly isActive: boolean;
}

export interface GroupOf {
  readonly owner: Owner;
  readonly alias: string;
  readonly members: readonly { readonly name: string; readonly weight: number }[];
}

export interface RuleOf {
  readonly owner: Owner;
  readonly action: 'permit' | 'prefer' | 'deny';
  readonly condition: string | undefined;
  readonly priority: number;
  readonly targets: readonly string[];
}

export interface FallbackOf {
  readonly owner: Owner;
  readonly priority: number;
  readonly model: string;
  readonly fallbacks: readonly string[];
}

export interface DeprecationOf {
  readonly owner: Owner;
  readonly model: string;
  readonly replacement: string | undefined;
  readonly isRerouted: boolean;
  readonly isPast: boolean;
}

/** An access tier, `tier<place>`. */
export interface TierOf {
  readonly owner: Owner;
  readonly models: readonly string[];
  readonly labels: readonly string[];
  readonly isOnApproval: boolean;
}

export interface GrantOf {
  readonly owner: Owner;
  /** The tier's place; there may be none. */
  readonly tier: number;
  readonly to: {
    readonly teamId?: string | undefined;
    readonly userId?: string | undefined;
    readonly keyId?: string | undefined;
  };
  readonly expiresAt: string | undefined;
}

export interface StrategyOf {
  readonly owner: Owner;
  readonly priority: number;
  readonly strategy: RoutingStrategy;
  /** The only group that it orders; undefined: all. */
  readonly group: string | undefined;
}

export interface FiguresOf {
  readonly p95Ms: number | undefined;
  readonly errorRate: number | undefined;
  readonly inFlight: number;
  readonly meanMs: number | undefined;
  readonly tokensThisMinute: number;
}

/** One request. */
export interface Asking {
  readonly key: string;
  readonly user: string | undefined;
  readonly organization: Owner;
  readonly team: string | undefined;
  readonly keyList: readonly string[];
  readonly model: string | undefined;
  readonly stream: boolean;
  /** What the dice show; [0, 1). */
  readonly dice: number;
}

/** Who serves, in order, as `owner/id`; or the code of the refusal. */
export type Answer = readonly string[] | string;

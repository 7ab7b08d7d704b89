/** A random installation, as small as it can be for names to clash. Plain data: the compiled form and the naive model are both made of it. */
export interface World {
  readonly models: readonly ModelOf[];
  readonly groups: readonly GroupOf[];
  readonly rules: readonly RuleOf[];
  readonly fallbacks: readonly FallbackOf[];
  readonly deprecations: readonly DeprecationOf[];
  /** What each organization, and each team, is limited to; empty: everything. */
  readonly organizationLists: Readonly<Record<string, readonly string[]>>;
  readonly teamLists: Readonly<Record<string, readonly string[]>>;
  readonly defaultModel: string | undefined;
}

export type Owner = 'acme' | 'rival' | undefined;

export interface ModelOf {
  readonly owner: Owner;
  readonly id: string;
  readonly aliases: readonly string[];
  readonly fallbacks: readonly string[];
  readonly tier: string;
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

/** One request. */
export interface Asking {
  readonly organization: Owner;
  readonly team: string | undefined;
  readonly keyList: readonly string[];
  readonly model: string | undefined;
  readonly stream: boolean;
  /** What the dice show; [0, 1). */
  readonly dice: number;
}

export const SUNSET = '2026-03-01';
export const LATER = '2027-03-01';
export const NOW = Date.parse('2026-06-01T00:00:00Z');

/** Who serves, in order, as `owner/id`; or the code of the refusal. */
export type Answer = readonly string[] | string;

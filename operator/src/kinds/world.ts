import type { ModelFragment } from '@aicp/contracts/snapshot/fragments';
import type { MadeBy } from './ownership/bind-parent.ts';
import type { Owner } from './ownership/resolve-owners.ts';
import type { ReferredKind } from './references/referred-kinds.ts';

/** A Secret, with its values still in base64. */
export interface SecretView {
  readonly name: string;
  readonly type: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  /** The objects that it goes with. */
  readonly owners: readonly {
    readonly kind: string;
    readonly name: string;
    readonly uid: string;
  }[];
  readonly data: Readonly<Record<string, string>>;
}

/** A Provider as models see it. */
export interface ProviderView {
  readonly organization: string | undefined;
  /** `unsupported`: of a type that nobody speaks yet; `unusable`: its spec cannot be used and never could. */
  readonly served: 'yes' | 'unsupported' | 'unusable';
}

/** What an organization's model takes over from a model of the platform. */
export interface PlatformModel {
  readonly id: string;
  readonly provider: string;
  readonly upstreamModel: string;
  readonly mode: string;
  readonly tier: string | undefined;
  readonly prices: ModelFragment['prices'];
  readonly priceVersion: string;
  readonly limits: ModelFragment['limits'];
}

/** What a name that clients send as `model` stands for. */
export interface ResolvedName {
  /** Model id, or the alias of a group. */
  readonly id: string;
  readonly type: 'model' | 'model_group';
  readonly organization: string | undefined;
  readonly weight: number;
}

/** An object that others refer to by its `metadata.name`. */
export interface ReferredObject {
  readonly organization: string | undefined;
  /** False where its organization does not exist, or is not the one that it is bound to: then it acts on nothing. */
  readonly isOwned: boolean;
}

/** What an APIKey says of itself to the keys that it made. */
export interface KeyView {
  readonly uid: string;
  readonly blocked: boolean;
  readonly tokenGeneration: number | undefined;
  readonly expiresAt: string | undefined;
  /** The key that made it, with the uid that it is bound to. */
  readonly madeBy: MadeBy | undefined;
}

/** Everything that an object may refer to. What is not in it does not exist. */
export interface World {
  secret(name: string): SecretView | undefined;
  provider(name: string): ProviderView | undefined;
  /** A model or group that is served, by id or alias: the platform's, else that organization's. */
  named(name: string, organization: string | undefined): ResolvedName | undefined;
  /** `Model/x`, where an object of the platform or of that organization has this id or alias and is not served. */
  unserved(name: string, organization: string | undefined): string | undefined;
  /** Whether the platform has this name, so that no organization has it for something of its own. */
  isPlatformName(name: string): boolean;
  /** The platform's model at a provider that this text names by id or alias, or that alone is called so upstream. */
  platformModel(provider: string, name: string): PlatformModel | undefined;
  /** An object of a kind that others name, whether its spec can be read or not. */
  referred(kind: ReferredKind, name: string): ReferredObject | undefined;
  /** An APIKey whose spec can be read. */
  key(name: string): KeyView | undefined;
  /** Name of the oldest PromptVersion of the platform, or of an organization, that holds this version of a prompt. */
  promptVersion(
    prompt: string,
    version: number,
    organization: string | undefined,
  ): string | undefined;
  /** Whose an object is, by its metadata.uid. */
  owner(uid: string): Owner | undefined;
  isTimeZone(zone: string): boolean;
}

/** A name in a spec, and what came of it. */
export type Reference =
  | { readonly name: string; readonly found: ResolvedName }
  | { readonly name: string; readonly found?: undefined; readonly unserved: string | undefined };

/**
 * Looks names up for an object of `organization`: an organization's object sees the platform's models and its own; the platform's
 * objects see the platform's.
 */
export function refer(
  names: readonly string[],
  organization: string | undefined,
  world: Pick<World, 'named' | 'unserved'>,
): Reference[] {
  return names.map((name) => {
    const found = world.named(name, organization);
    return found ? { name, found } : { name, unserved: world.unserved(name, organization) };
  });
}

/** Those of an organization's names that the platform has. */
export const takenNames = (
  names: readonly string[],
  organization: string | undefined,
  world: Pick<World, 'isPlatformName'>,
): string[] =>
  organization === undefined ? [] : names.filter((name) => world.isPlatformName(name));

/** A sentence on a name that the platform has. It names no object: what the platform has is not an organization's business. */
export const takenMessage = (name: string): string =>
  `"${name}" is taken by the platform, whose names stand before an organization's: choose another`;

/** Whether an object may point at another one: the platform's, or one of its own organization. */
export const isOwnOrShared = (from: string | undefined, to: string | undefined): boolean =>
  to === undefined || to === from;

/** The platform's objects may point at all; an organization's at the platform's and its own. */
export const maySee = (from: string | undefined, to: string | undefined): boolean =>
  from === undefined || isOwnOrShared(from, to);

/** The ids behind the names that were found, each once, in order. */
export function foundIds(references: readonly Reference[]): string[] {
  return [...new Set(references.flatMap(({ found }) => (found ? [found.id] : [])))];
}

/** A sentence for each name of `field` that was not found. */
export function missingNames(field: string, references: readonly Reference[]): string[] {
  return references.flatMap((reference) => {
    if (reference.found) return [];
    const { name, unserved } = reference;
    return unserved
      ? [`${field}: "${name}" is not served now, see ${unserved}; it is skipped until then`]
      : [
          `${field}: "${name}" does not exist: create a Model with this id or alias, or take it out`,
        ];
  });
}

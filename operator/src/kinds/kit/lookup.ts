import type { Schedule } from '@aicp/contracts/prices/price-list';
import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { Owner } from './owner.ts';

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

/** What an organization's model takes over from a model of the platform. */
export interface PlatformModel extends Schedule {
  readonly id: string;
  readonly provider: string;
  readonly upstreamModel: string;
  readonly mode: string;
  readonly tier?: string | undefined;
  readonly limits?: ModelFragment['limits'];
}

/** What a name that clients send as `model` stands for. */
export interface ResolvedName {
  /** Model id, or the alias of a group. */
  readonly id: string;
  readonly type: 'model' | 'model_group';
  readonly organization: string | undefined;
  readonly weight: number;
  /** What a model is for; undefined of a group. */
  readonly mode?: string | undefined;
}

/** An object that others refer to by its `metadata.name`. */
export interface ReferredObject {
  readonly organization: string | undefined;
  /** False where its organization does not exist, or is not the one that it is bound to: then it acts on nothing. */
  readonly isOwned: boolean;
}

/** Asks what objects of a kind show of themselves, by the key that its declaration gives them. Each kind is a question of its own. */
export type ViewQuestion = `view of ${string}`;
export interface Views {
  readonly [question: ViewQuestion]: ((key: string) => unknown) | undefined;
}

/** Asks for the view of an object by its key. */
export type ViewOf<T> = (views: Views, key: string) => T | undefined;

/** How the views of a kind are asked for; the kind that declares them knows of which type they are. */
export const viewsOf =
  (kind: string): ViewOf<unknown> =>
  (views, key) =>
    views[`view of ${kind}`]?.(key);

/** Everything that an object may refer to. What is not in it does not exist. */
export interface Lookup extends Views {
  secret(name: string): SecretView | undefined;
  /** A model or group that is served, by id or alias: the platform's, else that organization's. */
  named(name: string, organization: string | undefined): ResolvedName | undefined;
  /** `Model/x`, where an object of the platform or of that organization has this id or alias and is not served. */
  unserved(name: string, organization: string | undefined): string | undefined;
  /** Whether the platform has this name, so that no organization has it for something of its own. */
  isPlatformName(name: string): boolean;
  /** Whether the platform or any organization has this name, served or not. */
  isAnybodysName(name: string): boolean;
  /** The platform's model at a provider that this text names by id or alias, or that alone is called so upstream. */
  platformModel(provider: string, name: string): PlatformModel | undefined;
  /** An object of a kind that others name, whether its spec can be read or not. */
  referred(kind: string, name: string): ReferredObject | undefined;
  /** Whose an object is, by its metadata.uid. */
  owner(uid: string): Owner | undefined;
  isTimeZone(zone: string): boolean;
}

/** A name in a spec, and what came of it. */
export type LookedUpModel =
  | { readonly name: string; readonly found: ResolvedName }
  | { readonly name: string; readonly found?: undefined; readonly unserved: string | undefined };

/**
 * Looks names up for an object of `organization`: an organization's object sees the platform's models and its own; the platform's
 * objects see the platform's.
 */
export function lookUpModels(
  names: readonly string[],
  organization: string | undefined,
  lookup: Pick<Lookup, 'named' | 'unserved'>,
): LookedUpModel[] {
  return names.map((name) => {
    const found = lookup.named(name, organization);
    return found ? { name, found } : { name, unserved: lookup.unserved(name, organization) };
  });
}

/** Those of an organization's names that the platform has. */
export const takenNames = (
  names: readonly string[],
  organization: string | undefined,
  lookup: Pick<Lookup, 'isPlatformName'>,
): string[] =>
  organization === undefined ? [] : names.filter((name) => lookup.isPlatformName(name));

/** A sentence on a name that the platform has. It names no object: what the platform has is not an organization's business. */
export const takenMessage = (name: string): string =>
  `"${name}" is taken by the platform, whose names stand before an organization's: choose another`;

/** Whether an object may point at another one: the platform's, or one of its own organization. */
export const isOwnOrShared = (from: string | undefined, to: string | undefined): boolean =>
  to === undefined || to === from;

/** The platform's objects may point at all; an organization's at the platform's and its own. */
export const maySee = (from: string | undefined, to: string | undefined): boolean =>
  from === undefined || isOwnOrShared(from, to);

/** What is somebody's, and is shared with nobody. */
const ACCOUNTS: readonly string[] = ['Organization', 'BusinessUnit', 'Team', 'APIKey'];

/** Whether an object may name one of a kind: of accounts, an organization's object may name those of its organization alone, and learns nothing of the platform's. */
export const mayName = (kind: string, from: string | undefined, to: string | undefined): boolean =>
  from !== undefined && ACCOUNTS.includes(kind) ? to === from : maySee(from, to);

/** The ids behind the names that were found, each once, in order. */
export function foundIds(references: readonly LookedUpModel[]): string[] {
  return [...new Set(references.flatMap(({ found }) => (found ? [found.id] : [])))];
}

/** A sentence for each name of `field` that was not found. */
export function missingModels(field: string, references: readonly LookedUpModel[]): string[] {
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

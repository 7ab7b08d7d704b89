import type { Lookup, Views, PlatformModel, ResolvedName } from './lookup.ts';
import type { SourceObject } from './source-object.ts';

/** What answers to names that clients send as `model`. */
export interface Served {
  readonly names: readonly string[];
  readonly resolved: ResolvedName;
  /** What organizations' models may inherit from it, where it is a model. */
  readonly model?: PlatformModel;
}

export type ServeLookup = Views & Pick<Lookup, 'platformModel' | 'named'>;

/** How objects of a kind get the names that clients send as `model`: models, and the groups made of them, share one space of names. */
export interface NamedKind<Spec = unknown, Fragment = object> {
  /** Models are served first, since groups are made of them. */
  readonly type: ResolvedName['type'];
  /** The names that a spec asks for, its id first; none where it is nothing that clients name. While inactive, they are free for others. */
  namesIn(spec: Spec): { readonly names: readonly string[]; readonly isActive: boolean };
  /** The names that a fragment answers to, its id first. */
  namesOf(fragment: Fragment): readonly string[];
  /** A fragment without the further names that the platform has. */
  without(fragment: Fragment, isTaken: (name: string) => boolean): Fragment;
  /** The present form as it is served; undefined where it is not. */
  serve(object: SourceObject, spec: Spec, lookup: ServeLookup): Served | undefined;
  /** The last good form as it may be served now. */
  serveKept(
    fragment: Fragment,
    lookup: ServeLookup & { readonly exists: (id: string) => boolean },
  ): { readonly fragment: Fragment; readonly served: Served } | undefined;
}

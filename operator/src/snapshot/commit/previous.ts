import type { Fragments, Previous, Rejection } from '../../compile/types.ts';
import type { RejectedFragment, Revision, SnapshotIndex } from './index-object.ts';
import type { SectionStore } from './section-store.ts';

/** What the committed revisions say to the compiler. */
export function previousOf(
  index: SnapshotIndex,
  rejectedFragments: readonly RejectedFragment[],
  store: Pick<SectionStore, 'fragments'>,
): Previous {
  const rejected = new Map<string, Rejection[]>();
  for (const { uid, generation, section, message } of rejectedFragments) {
    rejected.set(uid, [...(rejected.get(uid) ?? []), { generation, section, message }]);
  }
  const revisions = new Map<string, readonly (() => Fragments | undefined)[]>();
  const revisionsOf = (section: string) => {
    let known = revisions.get(section);
    if (!known) {
      known = index.history.map((revision) => {
        const digest = digestIn(revision, section);
        return once(() => (digest === undefined ? undefined : store.fragments(digest)));
      });
      revisions.set(section, known);
    }
    return known;
  };
  return {
    rejected,
    committed: () =>
      new Map(
        sectionsOf(index).flatMap((section) => {
          const newest = revisionsOf(section)[0]?.();
          return newest ? [[section, newest] as const] : [];
        }),
      ),
    lastGood: (section, uid) => lastGood(revisionsOf(section), uid, rejected.get(uid)),
  };
}

/** The sections of the newest revision. */
const sectionsOf = ({ history }: SnapshotIndex): string[] => [
  ...new Set(
    Object.values(history[0]?.services ?? {}).flatMap(({ sections }) => Object.keys(sections)),
  ),
];

/** The digest of a section in a revision. */
const digestIn = ({ services }: Revision, section: string): string | undefined =>
  Object.values(services).find(({ sections }) => section in sections)?.sections[section];

/**
 * The object's fragment in the newest revision. Where a replica rejected that one, the one before it, and so on; but never from
 * beyond a revision in which the object had none, since then it was left out for a reason.
 */
function lastGood(
  revisions: readonly (() => Fragments | undefined)[],
  uid: string,
  rejected: readonly Rejection[] = [],
): unknown {
  for (const fragments of revisions) {
    const fragment = fragments()?.get(uid);
    if (!fragment) return undefined;
    if (!rejected.some(({ generation }) => generation === fragment.generation)) {
      return fragment.value;
    }
  }
  return undefined;
}

/** What `find` gives, found when it is first asked for. */
function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => (found ??= { value: find() }).value;
}

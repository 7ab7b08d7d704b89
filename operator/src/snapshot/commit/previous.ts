import type { Previous, Refusal } from '../../compile/types.ts';
import type { RefusedFragment, SnapshotIndex } from './index-object.ts';
import type { SectionStore } from './section-store.ts';

/** What the committed revisions say to the compiler. */
export function previousOf(
  index: SnapshotIndex,
  refusedFragments: readonly RefusedFragment[],
  store: Pick<SectionStore, 'fragments'>,
): Previous {
  const refused = new Map<string, Refusal[]>();
  for (const { uid, generation, section, message } of refusedFragments) {
    refused.set(uid, [...(refused.get(uid) ?? []), { generation, section, message }]);
  }
  return {
    refused,
    lastGood: (section, uid) => lastGood({ index, store, section, uid, refused: refused.get(uid) }),
  };
}

/**
 * The object's fragment in the newest revision. Where a replica refused that one, the one before it, and so on; but never from
 * beyond a revision in which the object had none, since then it was left out for a reason.
 */
function lastGood(options: {
  index: SnapshotIndex;
  store: Pick<SectionStore, 'fragments'>;
  section: string;
  uid: string;
  refused: readonly Refusal[] | undefined;
}): unknown {
  const { index, store, section, uid, refused = [] } = options;
  for (const { services } of index.history) {
    const digest = Object.values(services).find(({ sections }) => section in sections)?.sections[
      section
    ];
    const fragment = digest === undefined ? undefined : store.fragments(digest)?.get(uid);
    if (!fragment) return undefined;
    if (!refused.some(({ generation }) => generation === fragment.generation)) {
      return fragment.value;
    }
  }
  return undefined;
}

import { hash } from 'node:crypto';
import type { SectionReader } from '@aicp/common/snapshot/section-reader';
import { type FragmentError } from '@aicp/common/snapshot/section-reader';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import {
  KEY_SHARDS,
  keyFragment,
  keySection,
  type KeyFragment,
} from '@aicp/contracts/snapshot/sections/keys';

/** A key as this service knows it. */
export interface KnownKey extends KeyFragment {
  /** metadata.uid of its object. */
  readonly uid: string;
  /** Each SHA-256 that is good for it, with the moment (ms) at which it stops being so; Infinity where there is none. */
  readonly ends: ReadonlyMap<string, number>;
}

/** The keys of one section, as they are looked for. */
interface Indexed {
  readonly keys: readonly KnownKey[];
  readonly byHash: ReadonlyMap<string, KnownKey>;
  readonly byUid: ReadonlyMap<string, KnownKey>;
}

const SHARDS = Array.from({ length: KEY_SHARDS }, (_, shard) => keySection(shard));

/** The keys of a snapshot, section by section; what cannot be read goes to `errors`. */
export const readKeys = (
  reader: SectionReader,
  snapshot: StoredSnapshot,
  errors: FragmentError[],
): readonly (readonly KnownKey[])[] =>
  SHARDS.map((section) =>
    reader.read({ snapshot, section, schema: keyFragment, convert: toKnownKey, errors }),
  );

const toKnownKey = (fragment: KeyFragment): KnownKey => ({
  ...fragment,
  uid: fragment.source.uid,
  ends: new Map(
    fragment.hashes.map(({ hash: one, until }) => [
      one,
      until === undefined ? Infinity : Date.parse(until),
    ]),
  ),
});

/** All keys of a snapshot, indexed section by section: the next snapshot indexes only those sections that have changed. */
export class KeysBySection {
  private readonly sections: readonly Indexed[];

  /** `before`: the keys of the snapshot before, whose unchanged sections are the same arrays. */
  constructor(sections: readonly (readonly KnownKey[])[], before: KeysBySection | undefined) {
    this.sections = sections.map((keys, place) => {
      const known = before?.sections[place];
      return known?.keys === keys ? known : indexed(keys);
    });
  }

  /** The key that this SHA-256 is good for, in hex. */
  ofHash(hash: string): KnownKey | undefined {
    return this.find(({ byHash }) => byHash.get(hash));
  }

  /** The key that this secret is, and its hash; undefined where none is. Whether it may be used says `problemOf`. */
  ofSecret(secret: string): { key: KnownKey; hash: string } | undefined {
    const hashed = hash('sha256', secret);
    const key = this.ofHash(hashed);
    return key && { key, hash: hashed };
  }

  ofUid(uid: string): KnownKey | undefined {
    return this.find(({ byUid }) => byUid.get(uid));
  }

  *all(): Generator<KnownKey> {
    for (const { byUid } of this.sections) yield* byUid.values();
  }

  private find(look: (section: Indexed) => KnownKey | undefined): KnownKey | undefined {
    for (const section of this.sections) {
      const key = look(section);
      if (key) return key;
    }
    return undefined;
  }
}

function indexed(keys: readonly KnownKey[]): Indexed {
  const byHash = new Map<string, KnownKey>();
  const byUid = new Map<string, KnownKey>();
  for (const key of keys) {
    byUid.set(key.uid, key);
    for (const hash of key.ends.keys()) byHash.set(hash, key);
  }
  return { keys, byHash, byUid };
}

import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { canonicalJson, sha256 } from '@aicp/contracts/snapshot/digest';
import { source } from '@aicp/contracts/snapshot/sections/kit/section';
import { z } from 'zod';
import { sectionBytes } from '../../compile/fragment-text.ts';
import type { Fragments } from '../../compile/types.ts';
import { sectionDigests } from './next-index.ts';
import type { SnapshotIndex } from './index-object.ts';
import { readParts } from './parts.ts';

/** Its fragments are read when they are first asked for. One without bytes has fragments that make up the same. */
type Section =
  | { readonly bytes: string; readonly fragments?: Fragments | undefined }
  | { readonly bytes?: undefined; readonly fragments: Fragments };

const sourced = z.array(z.looseObject({ source }));

/** The bytes of sections by their digest: of the committed revisions, and of what replicas still run. */
export class SectionStore {
  private readonly sections = new Map<string, Section>();
  private readonly digests = new WeakMap<Fragments, string>();

  bytes(digest: string): string | undefined {
    const section = this.sections.get(digest);
    if (!section || section.bytes !== undefined) return section?.bytes;
    const { fragments } = section;
    const bytes = sectionBytes(fragments.values());
    this.sections.set(digest, { bytes, fragments });
    return bytes;
  }

  has(digest: string): boolean {
    return this.sections.has(digest);
  }

  /** Takes the bytes of a section, with its fragments where they are known already. */
  remember(digest: string, bytes: string, fragments?: Fragments): void {
    if (this.sections.has(digest)) return;
    this.sections.set(digest, { bytes, fragments });
  }

  /** Takes the bytes of a section and gives their digest. The very fragments that were added before have the digest that they had. */
  add(bytes: string, fragments: Fragments | undefined): string {
    const digest = (fragments && this.digests.get(fragments)) ?? sha256(bytes);
    if (fragments) this.digests.set(fragments, digest);
    this.remember(digest, bytes, fragments);
    return digest;
  }

  /** The fragments of a section by object; undefined for a section that nobody here knows. */
  fragments(digest: string): Fragments | undefined {
    const section = this.sections.get(digest);
    if (!section || section.bytes === undefined || section.fragments) return section?.fragments;
    const { bytes } = section;
    const fragments: Fragments = new Map(
      sourced
        .parse(JSON.parse(bytes))
        .map((value) => [
          value.source.uid,
          { value, generation: value.source.generation, text: canonicalJson(value) },
        ]),
    );
    this.sections.set(digest, { bytes, fragments });
    return fragments;
  }

  /** Reads what an index names and is not known yet. Gives the digests whose Secrets are missing or spoilt. */
  async load(
    api: Pick<KubernetesApi, 'get'>,
    namespace: string,
    index: SnapshotIndex,
  ): Promise<string[]> {
    const wanted = new Set(sectionDigests(index.history).filter((digest) => !this.has(digest)));
    const read = async (digest: string): Promise<string[]> => {
      const names = index.parts[digest] ?? [];
      const bytes = await readParts(api, { namespace, names, digest });
      if (bytes !== undefined) this.remember(digest, bytes);
      return bytes === undefined ? [digest] : [];
    };
    return (await Promise.all([...wanted].map(read))).flat();
  }

  /** Drops every section but these. Of those that are not `served`, it keeps the fragments alone, where they have the same bytes. */
  keepOnly(digests: Iterable<string>, served: Iterable<string>): void {
    const [kept, whole] = [new Set(digests), new Set(served)];
    for (const [digest, section] of this.sections) {
      if (!kept.has(digest)) this.sections.delete(digest);
      else if (!whole.has(digest)) this.sections.set(digest, withoutBytes(section));
    }
  }
}

/** A section as its fragments alone, where these are known and have the same bytes. */
function withoutBytes(section: Section): Section {
  const { bytes, fragments } = section;
  if (bytes === undefined || !fragments) return section;
  return sectionBytes(fragments.values()) === bytes ? { fragments } : section;
}

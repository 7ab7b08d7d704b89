import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { canonicalJson, sha256 } from '@aicp/contracts/snapshot/digest';
import { source } from '@aicp/contracts/snapshot/sections/kit/section';
import { z } from 'zod';
import type { Fragments } from '../../compile/types.ts';
import { sectionDigests } from './next-index.ts';
import type { SnapshotIndex } from './index-object.ts';
import { readParts } from './parts.ts';

interface Section {
  /** Undefined once only its fragments are kept, which have the same bytes. */
  bytes: string | undefined;
  /** Filled when first asked for. */
  fragments?: Fragments;
}

const sourced = z.array(z.looseObject({ source }));

/** The bytes of sections by their digest: of the committed revisions, and of what replicas still run. */
export class SectionStore {
  private readonly sections = new Map<string, Section>();
  private readonly digests = new WeakMap<Fragments, string>();

  bytes(digest: string): string | undefined {
    const section = this.sections.get(digest);
    if (section?.bytes !== undefined || !section?.fragments) return section?.bytes;
    section.bytes = joined(section.fragments);
    return section.bytes;
  }

  has(digest: string): boolean {
    return this.sections.has(digest);
  }

  /** Takes the bytes of a section, with its fragments where they are known already. */
  remember(digest: string, bytes: string, fragments?: Fragments): void {
    if (this.sections.has(digest)) return;
    this.sections.set(digest, fragments ? { bytes, fragments } : { bytes });
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
    if (!section) return undefined;
    section.fragments ??= new Map(
      sourced
        .parse(JSON.parse(section.bytes ?? '[]'))
        .map((value) => [
          value.source.uid,
          { value, generation: value.source.generation, text: canonicalJson(value) },
        ]),
    );
    return section.fragments;
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
      else if (!whole.has(digest)) leaveFragments(section);
    }
  }
}

/** Each fragment is canonical JSON, so that the whole is canonical too. */
const joined = (fragments: Fragments): string =>
  `[${Array.from(fragments.values(), ({ text }) => text).join(',')}]`;

function leaveFragments(section: Section): void {
  const { bytes, fragments } = section;
  if (bytes !== undefined && fragments && joined(fragments) === bytes) section.bytes = undefined;
}

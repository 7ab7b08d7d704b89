import { z } from 'zod';

/** What a snapshot is made of, without its contents. */
export const manifest = z.object({
  /** Opened anew when the committed state was set back (a restored etcd). */
  epoch: z.int(),
  /** One more with every commit. */
  revision: z.int(),
  /** SHA-256 (hex) of the sections' digests, in canonical JSON. */
  digest: z.string(),
  /** SHA-256 (hex) of each section's bytes. */
  sections: z.record(z.string(), z.string()),
});
export type Manifest = z.output<typeof manifest>;

/** Negative where `a` is older than `b`, by epoch and then revision. */
export function compareManifests(
  a: Pick<Manifest, 'epoch' | 'revision'>,
  b: Pick<Manifest, 'epoch' | 'revision'>,
): number {
  return a.epoch - b.epoch || a.revision - b.revision;
}

/** A whole snapshot, as a service keeps it on disk and as a boot copy holds it. */
export const storedSnapshot = z.object({
  manifest,
  /** Objects that could not be read and whose absence may leave something open. */
  degraded: z.array(z.string()),
  /** The sections' exact bytes. */
  contents: z.record(z.string(), z.string()),
});
export type StoredSnapshot = z.output<typeof storedSnapshot>;

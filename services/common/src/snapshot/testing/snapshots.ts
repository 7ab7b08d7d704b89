import { sha256, snapshotDigest } from '@aicp/contracts/snapshot/digest';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';

/** A snapshot with these sections. */
export function snapshotWith(
  contents: Readonly<Record<string, string>>,
  at: { epoch?: number; revision?: number } = {},
): StoredSnapshot {
  const sections = Object.fromEntries(
    Object.entries(contents).map(([name, bytes]) => [name, sha256(bytes)]),
  );
  const { epoch = 1, revision = 1 } = at;
  return {
    manifest: { epoch, revision, digest: snapshotDigest(sections), sections },
    degraded: [],
    contents: { ...contents },
  };
}

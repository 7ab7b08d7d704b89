import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { OWNED, packed, SNAPSHOT_LABEL } from './parts.ts';

const REVISION_ANNOTATION = 'aicp.dev/revision';

export interface BootCopyOptions {
  readonly api: Pick<KubernetesApi, 'get' | 'apply' | 'remove'>;
  readonly namespace: string;
  readonly fieldManager: string;
}

/** The number of parts. Pods mount this many, and the operator may write this many: the chart's volumes and Role name them one by one. */
export const MOST_PARTS = 8;

export type BootCopyOutcome =
  | { readonly state: 'written' | 'current' }
  /** There is no copy now. */
  | { readonly state: 'too_large'; readonly parts: number };

const copyName = (service: string, place: number): string => `aicp-boot-${service}-${place}`;

/**
 * Keeps a second copy of a service's snapshot under fixed names, for pods to mount: they start from it while no operator answers.
 * The first part is written last, since its digest says whether the others belong to it. Removes the copy where
 * the snapshot has become too large for one, since pods must not start from what was true long ago.
 */
export async function writeBootCopy(
  options: BootCopyOptions,
  service: string,
  snapshot: StoredSnapshot,
): Promise<BootCopyOutcome> {
  const { api, namespace, fieldManager } = options;
  const { epoch, revision, digest } = snapshot.manifest;
  const position = `${epoch}.${revision}.${digest}`;
  const first = await api.get(SECRETS, { namespace, name: copyName(service, 0) });
  if (first?.metadata.annotations?.[REVISION_ANNOTATION] === position) return { state: 'current' };
  const pieces = await packed(JSON.stringify(snapshot));
  if (pieces.length > MOST_PARTS) {
    await removeFrom(options, service, 0);
    return { state: 'too_large', parts: pieces.length };
  }
  const meta = JSON.stringify({ parts: pieces.length, digest: sha256(Buffer.concat(pieces)) });
  for (const [place, piece] of [...pieces.entries()].reverse()) {
    const secret = {
      metadata: {
        name: copyName(service, place),
        namespace,
        labels: { ...OWNED, [SNAPSHOT_LABEL]: 'boot' },
        annotations: { [REVISION_ANNOTATION]: position },
      },
      data: {
        meta: Buffer.from(meta).toString('base64'),
        part: piece.toString('base64'),
      },
    };
    await api.apply(SECRETS, secret, { fieldManager });
  }
  await removeFrom(options, service, pieces.length);
  return { state: 'written' };
}

/** Removes the parts of a former, longer copy. */
async function removeFrom(
  { api, namespace }: BootCopyOptions,
  service: string,
  from: number,
): Promise<void> {
  for (let place = from; ; place += 1) {
    if (!(await api.remove(SECRETS, { namespace, name: copyName(service, place) }))) return;
  }
}

import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { isMadeForAnother, isReservedSecret } from '@aicp/common/kubernetes/reserved-secret';
import { z } from 'zod';
import type { StoredObject } from './stored-object.ts';

const form = z.object({
  metadata: z.object({
    name: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
    ownerReferences: z
      .array(z.object({ kind: z.string(), name: z.string(), uid: z.string() }))
      .default([]),
  }),
  type: z.string().default(''),
  data: z.record(z.string(), z.string()).default({}),
});

/** A key of a Secret, as a spec names it. */
export interface SecretReference {
  readonly name: string;
  readonly key: string;
}

/**
 * The value that the `secretRef` of an object names, or another reference in it: undefined where it has none, `missing` where it names nothing that may be sent for this object. What was made for
 * another object is not told apart from what does not exist.
 */
export async function secretValueOf(
  { kind, metadata, spec }: StoredObject,
  { api, namespace }: { readonly api: Pick<KubernetesApi, 'get'>; readonly namespace: string },
  ref = spec['secretRef'] as SecretReference | undefined,
): Promise<{ readonly value: string } | 'missing' | undefined> {
  if (!ref) return undefined;
  const secret = form.safeParse(await api.get(SECRETS, { namespace, name: ref.name })).data;
  if (!secret) return 'missing';
  const { name, labels, ownerReferences: owners } = secret.metadata;
  const marks = { name, labels, owners, type: secret.type };
  const referrer = { kind, name: metadata.name, uid: metadata.uid ?? '' };
  if (isReservedSecret(marks) || isMadeForAnother(marks, referrer)) return 'missing';
  const value = Buffer.from(secret.data[ref.key] ?? '', 'base64')
    .toString()
    .trim();
  return value === '' ? 'missing' : { value };
}

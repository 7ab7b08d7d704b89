import { createHash, timingSafeEqual } from 'node:crypto';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { authenticatePods } from '@aicp/common/kubernetes/authenticate-pods';
import type { Clock } from '@aicp/common/time/clock';

/** How the operator is known that tells of changes: by a token of one machine, or by its ServiceAccount. */
export type ObserverAuth =
  | { readonly type: 'token'; readonly token: string }
  | { readonly type: 'pods'; readonly audience: string; readonly serviceAccount: string };

/** Whether a bearer token is the operator's. Rejects where the cluster's keys cannot be read. */
export function operatorCheck(
  auth: ObserverAuth,
  deps: { api: Pick<KubernetesApi, 'read'>; namespace: string; clock: Clock },
): (token: string) => Promise<boolean> {
  if (auth.type === 'token') {
    const own = digest(auth.token);
    return (token) => Promise.resolve(timingSafeEqual(digest(token), own));
  }
  const { audience, serviceAccount } = auth;
  const serviceAccounts = new Map([[serviceAccount, 'operator']]);
  const authenticate = authenticatePods({ ...deps, audience, serviceAccounts });
  return async (token) => (await authenticate(token)) !== undefined;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

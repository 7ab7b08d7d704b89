import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { Clock } from '@aicp/common/time/clock';
import type { SnapshotAuth } from '../../config.ts';
import { authenticateByTable, type Authenticate } from './authenticate.ts';
import { authenticatePods } from './authenticate-pods.ts';

/** The way to find out who asks, as the settings say. */
export function authenticatorFor(
  auth: SnapshotAuth,
  deps: { api: Pick<KubernetesApi, 'read'>; namespace: string; clock: Clock },
): Authenticate {
  if (auth.type === 'tokens') return authenticateByTable(auth.tokens);
  const { audience, serviceAccounts } = auth;
  return authenticatePods({ ...deps, audience, serviceAccounts });
}

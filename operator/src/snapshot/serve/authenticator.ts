import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { authenticatePods, type Authenticate } from '@aicp/common/kubernetes/authenticate-pods';
import type { Clock } from '@aicp/common/time/clock';
import type { SnapshotAuth } from '../../config.ts';
import { authenticateByTable } from './authenticate.ts';

/** The way to find out who asks, as the settings say. */
export function authenticatorFor(
  auth: SnapshotAuth,
  deps: { api: Pick<KubernetesApi, 'read'>; namespace: string; clock: Clock },
): Authenticate {
  if (auth.type === 'tokens') return authenticateByTable(auth.tokens);
  const { audience, serviceAccounts } = auth;
  return authenticatePods({ ...deps, audience, serviceAccounts });
}

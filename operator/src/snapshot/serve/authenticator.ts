import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { authenticatePods, type Authenticate } from '@aicp/common/kubernetes/authenticate-pods';
import type { Clock } from '@aicp/common/time/clock';
import { authenticateByTable } from './authenticate.ts';

/** Who may take which snapshot: bearer tokens, or the ServiceAccounts of the namespace. */
export type SnapshotAuth =
  | {
      readonly type: 'tokens';
      /** Token to the service it stands for. */
      readonly tokens: ReadonlyMap<string, string>;
    }
  | {
      readonly type: 'pods';
      readonly audience: string;
      /** Name of a ServiceAccount to the service it stands for. */
      readonly serviceAccounts: ReadonlyMap<string, string>;
    };

/** The way to find out who asks, as the settings say. */
export function authenticatorFor(
  auth: SnapshotAuth,
  deps: { api: Pick<KubernetesApi, 'read'>; namespace: string; clock: Clock },
): Authenticate {
  if (auth.type === 'tokens') return authenticateByTable(auth.tokens);
  const { audience, serviceAccounts } = auth;
  return authenticatePods({ ...deps, audience, serviceAccounts });
}

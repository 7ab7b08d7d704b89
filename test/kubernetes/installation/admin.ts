import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { freePort } from '@aicp/common/http/testing/free-ports';
import { restrictedKubeconfig } from '../control-plane/restricted-kubeconfig.ts';
import { writeEndpointSlice, createPod } from './pod-objects.ts';
import type { Installation } from './installation.ts';
import { Replica } from './replica.ts';

const ADMIN = join(import.meta.dirname, '../../../services/admin/src/main.ts');
/** As the chart names it. */
const ACCOUNT = 'aicp-admin';

export interface AdminOptions {
  readonly plane: ControlPlane;
  /** Whose operators it takes its snapshots from. */
  readonly installation: Installation;
  readonly namespace: string;
  /** What the chart grants, as `helm template` prints it. */
  readonly permissions: string;
}

/** An admin service as a process of its own. */
export interface Admin {
  readonly replica: Replica;
  readonly url: string;
}

/**
 * Starts the admin service on a database in a folder, with what the chart grants it. Resolves when it is ready and Kubernetes knows of it;
 * rejects with its last words where it is not.
 */
export async function startAdmin(options: AdminOptions): Promise<Admin> {
  const { plane, installation, namespace } = options;
  const { folder } = plane;
  const name = `${ACCOUNT}-0`;
  const { kubeconfigPath } = await restrictedKubeconfig({
    admin: plane.admin,
    yaml: options.permissions,
    serviceAccount: ACCOUNT,
    namespace,
    folder,
  });
  const pod = await createPod(plane.client, { namespace, name, serviceAccount: ACCOUNT });
  const audience = 'aicp-config';
  const token = await plane.serviceAccountToken(namespace, ACCOUNT, { audience, pod });
  const tokenFile = join(folder, `${name}.token`);
  await writeFile(tokenFile, token, { mode: 0o600 });
  const data = join(folder, name);
  await mkdir(data);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const replica = new Replica({
    name,
    script: ADMIN,
    environment: {
      AICP_PORT: String(port),
      AICP_NAMESPACE: namespace,
      AICP_DATA_DIR: data,
      AICP_OPERATOR_URL: installation.operatorService.url,
      AICP_TOKEN_FILE: tokenFile,
      AICP_INSTANCE: name,
      KUBECONFIG: kubeconfigPath,
    },
    readinessUrl: `${url}/ready`,
    folder,
    reaper: plane.reaper,
  });
  await replica.untilReady();
  await writeEndpointSlice(plane.client, {
    namespace,
    service: ACCOUNT,
    snapshotService: 'admin',
    port,
    endpoints: [{ pod: name, ready: true }],
  });
  return { replica, url };
}

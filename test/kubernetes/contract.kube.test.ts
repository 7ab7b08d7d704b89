import { kubernetesContract } from '@aicp/test/contract/contract';
import { afterAll, beforeAll, describe } from 'vitest';
import { startControlPlane, type ControlPlane } from './control-plane/control-plane.ts';
import { installCrds } from './shared/shared-cluster.ts';

/** The suite that the embedded Kubernetes API is held to, on the real thing. With a server of its own, because it restarts it. */
describe('a real API server', () => {
  let plane: ControlPlane;

  beforeAll(async () => {
    plane = await startControlPlane({ controllerManager: true, install: installCrds });
  });

  afterAll(async () => {
    await plane.stop();
  });

  kubernetesContract({
    server: () => ({
      ...plane.admin,
      kubeconfigPath: plane.adminKubeconfigPath,
      restart: async () => await plane.restartApiServer(),
    }),
    controllers: true,
    watchList: false,
  });
});

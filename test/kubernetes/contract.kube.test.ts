import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { kubernetesContract } from '@aicp/test/contract/contract';
import { afterAll, beforeAll, describe } from 'vitest';
import { binaries } from './binaries/binaries.ts';
import { startControlPlane, type ControlPlane } from './control-plane/control-plane.ts';
import { installCrds } from './shared/shared-cluster.ts';

/** Of a program that says `etcd Version: 3.4.23`, as numbers. */
async function etcdVersion(): Promise<readonly [number, number, number]> {
  const { etcd } = await binaries(['etcd']);
  const { stdout } = await promisify(execFile)(etcd, ['--version']);
  const [, major, minor, patch] = /Version: ([0-9]+)\.([0-9]+)\.([0-9]+)/.exec(stdout) ?? [];
  return [Number(major), Number(minor), Number(patch)];
}

/** Whether etcd tells the API server how far a watch has come, which watches that begin with a list need: 3.4.25 and 3.5.8 do. */
async function reportsProgress(): Promise<boolean> {
  const [major, minor, patch] = await etcdVersion();
  const since =
    new Map([
      [4, 25],
      [5, 8],
    ]).get(minor) ?? 0;
  return major === 3 && minor >= 4 && patch >= since;
}

const watchList = await reportsProgress();

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
    watchList,
    decimals: 'Object',
  });
});

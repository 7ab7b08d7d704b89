import { delimiter, dirname } from 'node:path';
import type { TestProject } from 'vitest/node';
import { binaries } from '../binaries/binaries.ts';
import { type ControlPlane, startControlPlane } from '../control-plane/control-plane.ts';
import { peakMemoryMiB } from '../control-plane/test-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The API server that all test files share. A test that breaks things starts one of its own. */
    readonly cluster: {
      readonly url: string;
      readonly ca: string;
      readonly token: string;
      readonly adminKubeconfigPath: string;
      /** Where tests may write; it is removed at the end. */
      readonly folder: string;
    };
  }
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** One API server for the whole run. Says how long it took and what it used. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await putKubectlOnPath();
  const started = performance.now();
  const plane = await startControlPlane();
  say(`kube-apiserver and etcd ready after ${seconds(started)} s`);
  project.provide('cluster', {
    ...plane.admin,
    adminKubeconfigPath: plane.adminKubeconfigPath,
    folder: plane.folder,
  });
  return async () => {
    try {
      say(`${seconds(started)} s in all; most memory used: ${memory(plane)}`);
    } finally {
      await plane.stop();
    }
  };
}

/** Tests call kubectl by its name, as people do. */
async function putKubectlOnPath(): Promise<void> {
  const { kubectl } = await binaries(['kubectl']);
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  if (folders.includes(dirname(kubectl))) return;
  process.env['PATH'] = [...folders, dirname(kubectl)].join(delimiter);
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

const memory = ({ pids }: ControlPlane): string =>
  `kube-apiserver ${peakMemoryMiB(pids.apiServer)} MiB, etcd ${peakMemoryMiB(pids.etcd)} MiB`;

import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiClient } from '@aicp/test/kubernetes/control-plane/api-client';
import { applyAll, type Manifest } from '@aicp/test/kubernetes/control-plane/manifest';
import type { Machine } from '../machine/machine.ts';

const CLASS = 'standard';
const COUNT = 8;
/** As the machine sees it. */
const FOLDER = '/var/lib/volumes';

/** Gives the cluster a default StorageClass and a few volumes, folders of the machine's, for claims to be bound to. */
export async function provideVolumes(machine: Machine, client: ApiClient): Promise<void> {
  const names = Array.from({ length: COUNT }, (_, index) => `volume-${index}`);
  for (const name of names) {
    const folder = join(machine.folder, 'lib/volumes', name);
    await mkdir(folder, { recursive: true });
    // Kubernetes gives folders of a node to nobody: pods of any user write there.
    await chmod(folder, 0o777);
  }
  await applyAll(client, [storageClass, ...names.map(volume)]);
}

const storageClass: Manifest = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {
    name: CLASS,
    annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
  },
  provisioner: 'kubernetes.io/no-provisioner',
};

const volume = (name: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    storageClassName: CLASS,
    capacity: { storage: '20Gi' },
    accessModes: ['ReadWriteOnce'],
    persistentVolumeReclaimPolicy: 'Retain',
    hostPath: { path: `${FOLDER}/${name}`, type: 'Directory' },
  },
});

import { delimiter, dirname, join } from 'node:path';
import { binaries } from '@aicp/test/kubernetes/binaries/binaries';
import {
  startControlPlane,
  type ControlPlane,
} from '@aicp/test/kubernetes/control-plane/control-plane';
import type { TestProcess } from '@aicp/test/kubernetes/control-plane/test-process';
import { run, type Ran } from '../../commands/run.ts';
import type { Cluster, Driver, DriverOptions } from '../cluster.ts';
import { buildImage, buildPauseImage } from './image/build-image.ts';
import {
  kubeletClientFlags,
  startKubeProxy,
  startKubelet,
  untilNodeReady,
} from './services/kubelet.ts';
import { Machine } from './machine/machine.ts';
import { obstacles } from './obstacles.ts';
import { ClusterDns } from './services/dns/cluster-dns.ts';
import { importImages, killTask, startContainerd } from './services/containerd.ts';
import { startScheduler } from './services/scheduler.ts';
import { provideVolumes } from './services/volumes.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PROGRAMS = ['kubelet', 'kube-proxy', 'kube-scheduler', 'kubectl', 'helm'] as const;

/** Without Docker, as root on Linux: our control plane of the tests and a node in namespaces of the system. */
export const nodeDriver: Driver = { name: 'node', obstacles, start };

async function start({ image, step }: DriverOptions): Promise<Cluster> {
  const programs = await binaries(PROGRAMS);
  const resources = new AsyncDisposableStack();
  try {
    const machine = await Machine.start();
    resources.defer(async () => await machine.stop());
    const { plane, daemons } = await step('node ready', async () => {
      const folder = join(machine.folder, 'control-plane');
      const plane = resources.use(
        await startControlPlane({
          folder,
          address: machine.network.here,
          controllerManager: true,
          apiServerFlags: await kubeletClientFlags(folder),
        }),
      );
      return { plane, daemons: await startNode({ machine, plane, programs, resources }) };
    });
    const archive = join(machine.folder, 'image.tar');
    await step(
      'image built',
      async () => await buildImage({ name: image, archive, folder: machine.folder }),
    );
    await step('image loaded', async () => await importImages(machine, archive));
    const path = [dirname(programs.helm), process.env['PATH'], dirname(programs.kubectl)].join(
      delimiter,
    );
    return new NodeCluster({ machine, plane, daemons, path, resources });
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/** What runs on the node as long as the cluster is there. */
type Daemons = readonly [kubelet: TestProcess, ...others: TestProcess[]];

async function startNode(parts: {
  readonly machine: Machine;
  readonly plane: ControlPlane;
  readonly programs: Readonly<Record<(typeof PROGRAMS)[number], string>>;
  readonly resources: AsyncDisposableStack;
}): Promise<Daemons> {
  const { machine, plane, programs, resources } = parts;
  const options = { machine, plane, reaper: plane.reaper };
  const scheduler = startScheduler(plane, programs['kube-scheduler']);
  const containerd = await startContainerd(options);
  const pause = join(machine.folder, 'pause.tar');
  await buildPauseImage(machine.folder, pause);
  await importImages(machine, pause);
  const kubelet = await startKubelet({ ...options, program: programs.kubelet });
  const proxy = startKubeProxy({ ...options, program: programs['kube-proxy'] });
  const dns = new ClusterDns({ ...options, client: plane.client });
  resources.defer(async () => await dns.stop());
  await provideVolumes(machine, plane.client);
  await dns.untilServing();
  await untilNodeReady(plane, kubelet);
  return [kubelet, proxy, scheduler, containerd];
}

class NodeCluster implements Cluster {
  readonly kubeconfig: string;
  private readonly machine: Machine;
  private readonly daemons: Daemons;
  private readonly path: string;
  private readonly resources: AsyncDisposableStack;

  constructor(parts: {
    readonly machine: Machine;
    readonly plane: ControlPlane;
    readonly daemons: Daemons;
    readonly path: string;
    readonly resources: AsyncDisposableStack;
  }) {
    this.kubeconfig = parts.plane.adminKubeconfigPath;
    this.machine = parts.machine;
    this.daemons = parts.daemons;
    this.path = parts.path;
    this.resources = parts.resources;
  }

  async shell(script: string): Promise<Ran> {
    const here = { PATH: this.path, KUBECONFIG: this.kubeconfig, NO_PROXY: '*', no_proxy: '*' };
    const env = { ...process.env, ...here };
    return await run(this.machine.behindTheCable(['bash', '-euo', 'pipefail', '-c', script]), {
      env,
      folder: ROOT,
    });
  }

  async killContainer(id: string): Promise<void> {
    await killTask(this.machine, id);
  }

  async lastWords(): Promise<string> {
    const [kubelet] = this.daemons;
    const complaints = kubelet
      .log()
      .split('\n')
      .filter((line) => /^[EW]/.test(line));
    // None of them starts again by itself, and what waits for it says only that its time is over.
    const ended = this.daemons.filter(({ isRunning }) => !isRunning);
    const deaths = ended.map((daemon) => `${daemon.name} ended:\n${daemon.lastWords()}`);
    return await Promise.resolve([...complaints.slice(-15), ...deaths].join('\n'));
  }

  async stop(): Promise<void> {
    await this.resources.disposeAsync();
  }
}

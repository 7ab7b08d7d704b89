import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProcess } from '@aicp/test/kubernetes/control-plane/test-process';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { say } from '@aicp/e2e/commands/run';
import { type Machine, startDaemon, type DaemonOptions } from '../machine/machine.ts';

/** Where pods get their addresses from. */
export const POD_NETWORK = '10.244.0.0/24';
/** The image of the process that holds a pod's namespaces. */
export const PAUSE_IMAGE = 'localhost/pause:1';
/** Where Debian puts CNI's plugins. */
export const CNI_PLUGINS = '/usr/lib/cni';

/** A cable to each pod, so that all of their traffic passes the rules of kube-proxy; on a bridge it would pass by them. */
const NETWORK = {
  cniVersion: '0.4.0',
  name: 'pods',
  plugins: [
    {
      type: 'ptp',
      // The world outside knows the way to the node, not to its pods.
      ipMasq: true,
      ipam: {
        type: 'host-local',
        ranges: [[{ subnet: POD_NETWORK }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
    { type: 'portmap', capabilities: { portMappings: true } },
  ],
};

const configuration = (networks: string): string => `version = 2
[plugins."io.containerd.internal.v1.opt"]
  path = "/var/lib/containerd/opt"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${PAUSE_IMAGE}"
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${CNI_PLUGINS}"
    conf_dir = "${networks}"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
`;

/** The command line of containerd's own client, for the images and containers of Kubernetes. */
const ctr = (machine: Machine, ...args: readonly string[]) =>
  machine.inside(['ctr', '--namespace', 'k8s.io', ...args]);

/** Starts containerd and resolves once it answers. */
export async function startContainerd(options: DaemonOptions): Promise<TestProcess> {
  const { machine } = options;
  const networks = join(machine.folder, 'networks');
  const config = join(machine.folder, 'containerd.toml');
  await mkdir(networks);
  await writeFile(join(networks, 'pods.conflist'), JSON.stringify(NETWORK));
  await writeFile(config, configuration(networks));
  const containerd = startDaemon(options, 'containerd', ['containerd', '--config', config]);
  const answers = async () => (await machine.run(['ctr', 'version'])).code === 0;
  await until(answers, { what: 'containerd answers' });
  return containerd;
}

/** Takes the images of an archive in. */
export async function importImages(machine: Machine, archive: string): Promise<void> {
  await say(ctr(machine, 'images', 'import', archive));
}

/** SIGKILL to a container's first process. */
export async function killTask(machine: Machine, container: string): Promise<void> {
  await say(ctr(machine, 'tasks', 'kill', '--signal', 'SIGKILL', container));
}

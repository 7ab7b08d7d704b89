import { loadCertificates } from '@aicp/local/kubernetes/certificates';
import type { ControlPlane } from '@aicp/test/kubernetes/control-plane/control-plane';
import type { TestProcess } from '@aicp/test/kubernetes/control-plane/test-process';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { say } from '@aicp/e2e/commands/run';
import { startDaemon, type DaemonOptions } from '../machine/machine.ts';
import { POD_NETWORK } from './containerd.ts';

export interface KubeletOptions extends DaemonOptions {
  readonly program: string;
  readonly plane: ControlPlane;
}

/** Starts the kubelet of `node1`. */
export async function startKubelet(options: KubeletOptions): Promise<TestProcess> {
  const { machine, plane, program } = options;
  const { there } = machine.network;
  const config = join(machine.folder, 'kubelet.yaml');
  const document = {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    address: there,
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: join(plane.folder, 'ca.crt') },
    },
    authorization: { mode: 'Webhook' },
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${machine.cgroup}`,
    failCgroupV1: false,
    failSwapOn: false,
    containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
    resolvConf: '',
    clusterDNS: [there],
    clusterDomain: 'cluster.local',
    enforceNodeAllocatable: ['pods'],
    // The machine's disk and memory are not ours alone: pods are not to go because of others.
    evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '2%' },
    imageGCHighThresholdPercent: 100,
    volumePluginDir: '/var/lib/kubelet/volume-plugins',
  };
  await writeFile(config, stringify(document));
  return startDaemon(options, 'kubelet', [
    program,
    `--config=${config}`,
    `--kubeconfig=${plane.kubeconfigPaths.kubelet}`,
    '--hostname-override=node1',
    `--node-ip=${there}`,
  ]);
}

interface NodeObject {
  readonly status: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** Resolves once the node takes pods. Rejects with the kubelet's last words where it does not. */
export async function untilNodeReady(plane: ControlPlane, kubelet: TestProcess): Promise<void> {
  const isReady = async () => {
    if (!kubelet.isRunning) throw new Error('the kubelet ended');
    const node = await plane.client.ok<NodeObject>('GET', '/api/v1/nodes/node1');
    return node.status.conditions?.some(
      ({ type, status }) => type === 'Ready' && status === 'True',
    );
  };
  await until(isReady, { what: 'the node is ready', timeoutMs: 120_000, everyMs: 200 }).catch(
    (error: unknown) => {
      throw new Error(`the node is not ready:\n${kubelet.lastWords()}`, { cause: error });
    },
  );
}

/** Starts kube-proxy, which leads addresses of Services to pods. */
export function startKubeProxy(options: KubeletOptions): TestProcess {
  const { plane, program } = options;
  return startDaemon(options, 'kube-proxy', [
    program,
    `--kubeconfig=${plane.kubeconfigPaths['kube-proxy']}`,
    '--hostname-override=node1',
    '--proxy-mode=iptables',
    `--cluster-cidr=${POD_NETWORK}`,
    // The table of connections is the whole system's: its size stays.
    '--conntrack-max-per-core=0',
    '--conntrack-min=0',
  ]);
}

/**
 * Flags with which the API server may ask the kubelet for logs, commands and forwarded ports. Makes the certificate in the folder of a control plane
 * that is about to start.
 */
export async function kubeletClientFlags(folder: string): Promise<string[]> {
  await loadCertificates(folder, Date.now());
  const at = (name: string): string => join(folder, name);
  const who = '/O=system:masters/CN=kube-apiserver-kubelet-client';
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
  const files = ['-keyout', at('kubelet-client.key'), '-out', at('kubelet-client.crt')];
  const signer = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-days', '30'];
  const purpose = ['-addext', 'extendedKeyUsage=clientAuth'];
  await say(['openssl', 'req', '-x509', ...key, '-subj', who, ...purpose, ...signer, ...files]);
  return [
    `--kubelet-client-certificate=${at('kubelet-client.crt')}`,
    `--kubelet-client-key=${at('kubelet-client.key')}`,
    '--kubelet-preferred-address-types=InternalIP',
  ];
}

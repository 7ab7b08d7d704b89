import type { TestProcess } from '@aicp/test/kubernetes/control-plane/test-process';
import { POD_NETWORK } from './containerd.ts';
import { startDaemon } from './daemon.ts';
import type { KubeletOptions } from './kubelet.ts';

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

import type { ControlPlane } from '@aicp/test/kubernetes/control-plane/control-plane';
import { TestProcess, asFlags } from '@aicp/test/kubernetes/control-plane/test-process';

/** Starts kube-scheduler beside the API server. */
export function startScheduler(plane: ControlPlane, program: string): TestProcess {
  const kubeconfig = plane.kubeconfigPaths['kube-scheduler'];
  const flags = {
    kubeconfig,
    'authentication-kubeconfig': kubeconfig,
    'authorization-kubeconfig': kubeconfig,
    'leader-elect': 'false',
    'secure-port': 0,
  };
  const { folder, reaper } = plane;
  return new TestProcess({
    name: 'kube-scheduler',
    command: program,
    args: asFlags(flags),
    folder,
    reaper,
  });
}

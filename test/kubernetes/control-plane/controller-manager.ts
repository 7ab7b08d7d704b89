import type { ApiClient } from './api-client.ts';
import { type Reaper, TestProcess, asFlags } from './test-process.ts';
import { until } from './until.ts';

export interface ControllerManagerOptions {
  readonly program: string;
  readonly folder: string;
  readonly kubeconfig: string;
  readonly files: { readonly ca: string; readonly serviceAccountKey: string };
  readonly reaper: Reaper;
}

/** Starts kube-controller-manager: garbage collection, ends of namespaces, EndpointSlices, aggregated roles, default ServiceAccounts. */
export function startControllerManager(options: ControllerManagerOptions): TestProcess {
  const { program, folder, kubeconfig, files, reaper } = options;
  const flags = {
    kubeconfig,
    'authentication-kubeconfig': kubeconfig,
    'authorization-kubeconfig': kubeconfig,
    'root-ca-file': files.ca,
    'service-account-private-key-file': files.serviceAccountKey,
    'use-service-account-credentials': 'true',
    'leader-elect': 'false',
    'secure-port': 0,
  };
  const args = asFlags(flags);
  return new TestProcess({
    name: 'kube-controller-manager',
    command: program,
    args,
    folder,
    reaper,
  });
}

/** Resolves once it works, which its first ServiceAccount shows. Rejects with its last words where it does not. */
export async function untilAtWork(manager: TestProcess, client: ApiClient): Promise<void> {
  const path = '/api/v1/namespaces/default/serviceaccounts/default';
  const atWork = until(
    async () => !manager.isRunning || (await client.call('GET', path)).status === 200,
    { what: 'kube-controller-manager makes ServiceAccounts', timeoutMs: 60_000 },
  );
  await atWork.catch((error: unknown) => {
    throw new Error(`it is not at work:\n${manager.lastWords()}`, { cause: error });
  });
  if (!manager.isRunning) throw new Error(`it ended:\n${manager.lastWords()}`);
}

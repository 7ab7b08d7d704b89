import { existsSync } from 'node:fs';
import { UserError } from '../cli/command.ts';
import { KubernetesClient } from '../client/kubernetes-client.ts';
import { dataPaths } from '../data/paths.ts';

/** A client for the installation in a data directory. Throws a UserError where none was ever started. */
export function connect(directory: string): KubernetesClient {
  const { kubeconfig, root } = dataPaths(directory);
  if (!existsSync(kubeconfig))
    throw new UserError(`nothing was started in ${root}: run \`aicp up\``);
  return KubernetesClient.fromKubeconfig(kubeconfig);
}

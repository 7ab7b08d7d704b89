import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { UpState } from '../data/state.ts';

/** What a person wants to know once everything is ready: where it is, the key, and a first request to paste. */
export function welcome(state: UpState): string {
  const address = (name: string): string =>
    state.services.find((service) => service.name === name)?.address ?? '';
  const key = readFileSync(state.adminKeyFile, 'utf8').trim();
  const kubeconfig = shown(state.kubeconfig);
  return `  gateway         ${address('gateway')}/v1   (OpenAI-compatible)
  admin API       ${address('admin')}   (documentation: ${address('admin')}/docs)
  Kubernetes API  ${address('kubernetes')}
  admin key       ${key}   (also in ${shown(state.adminKeyFile)})

First request:

  curl ${address('gateway')}/v1/chat/completions \\
    -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -d '{"model": "sim-small", "messages": [{"role": "user", "content": "Hello"}]}'

First policy (without kubectl: npx aicp apply -f examples/quickstart/):

  export KUBECONFIG=${kubeconfig}
  kubectl apply -f examples/quickstart/
  kubectl get aicp

make logs follows the logs, make down stops everything; the data stays.
`;
}

/** A path as short as it can be said from here. */
function shown(path: string): string {
  const local = relative(process.cwd(), path);
  return local.startsWith('..') ? path : local;
}

import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { sayConsole } from '../console/say-console.ts';
import type { UpState } from '../data/state.ts';

/**
 * What a person wants to know once everything is ready: where it is, the key, and a first request to paste. The key itself is shown on a
 * terminal only, since all other output may end in a log.
 */
export function welcome(state: UpState, isTerminal: boolean): string {
  const address = (name: string): string =>
    state.services.find((service) => service.name === name)?.address ?? '';
  const file = shown(state.adminKeyFile);
  const key = isTerminal ? readFileSync(state.adminKeyFile, 'utf8').trim() : undefined;
  const kubeconfig = shown(state.kubeconfig);
  const { console } = state;
  const consoleLine =
    console === undefined || console.status === 'off'
      ? ''
      : `  console         ${sayConsole(console)}\n`;
  const host = address('mcp-host');
  const hostLine = host === '' ? '' : `  MCP host        ${host}\n`;
  return `${consoleLine}  gateway         ${address('gateway')}/v1   (OpenAI-compatible)
  admin API       ${address('admin')}   (documentation: ${address('admin')}/docs)
  budgets         ${address('budget')}/budgets
  costs           ${address('cost')}/docs
  workflows       ${address('workflow')}/docs
${hostLine}  Kubernetes API  ${address('kubernetes')}
  admin key       ${key === undefined ? `in ${file}` : `${key}   (also in ${file})`}

First request:

  curl ${address('gateway')}/v1/chat/completions \\
    -H "Authorization: Bearer $(cat ${file})" -H 'Content-Type: application/json' \\
    -d '{"model": "sim-small", "messages": [{"role": "user", "content": "Hello"}]}'

First policy (without kubectl: npx aicp apply -f examples/quickstart/):

  export KUBECONFIG=${kubeconfig}
  kubectl apply -f examples/quickstart/
  kubectl get aicp

make logs follows the logs, make down stops everything${withArguments(dirname(file))}; the data stays.
`;
}

/** What the other commands need to find data that is not in its usual place. */
const withArguments = (directory: string): string =>
  directory === '.aicp' ? '' : ` (each with ARGS="--data-dir ${directory}")`;

/** A path as short as it can be said from here. */
function shown(path: string): string {
  const local = relative(process.cwd(), path);
  return local.startsWith('..') ? path : local;
}

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../commands/run.ts';
import { Installed } from '../installed/installed.ts';
import { Asking } from './asking.ts';

/** Runs in this system what would run in the pod; a patch opens the gateway at its second call, as /changed and /opened say. */
const KUBECTL = `#!/usr/bin/env bash
set -eu
case $1 in
  exec) while [ "$1" != -- ]; do shift; done; shift; exec "$@" ;;
  patch)
    echo 'I1124 01:08:12.934728 1 round_trippers.go:560] GET http://api/budgets/limited 200 OK in 4 milliseconds' >&2
    [ "$2" != refused ] || { echo 'Error from server (Forbidden)' >&2; exit 1; }
    node --eval "fetch('$BASE_URL/changed').then((answer) => answer.text())"
    echo "$PATCHED" >&2
    # It goes on until requests have been answered for long.
    node --eval "fetch('$BASE_URL/end').then((answer) => answer.text())"
    echo budget/limited patched ;;
esac
`;

/** A gateway that has nothing to spend before a patch, and what drives it. */
async function gateway(patched: string) {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'aicp-asking-'));
  starting.defer(async () => await rm(folder, { recursive: true }));
  await writeFile(join(folder, 'kubectl'), KUBECTL);
  await chmod(join(folder, 'kubectl'), 0o755);
  let isOpen = false;
  let answered = 0;
  const enough = Promise.withResolvers<undefined>();
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/changed') isOpen = true;
    if (request.url === '/end') void enough.promise.then(() => response.end());
    else response.writeHead(isOpen ? 200 : 429).end('{}');
    if (request.url === '/ask' && isOpen) answered += 1;
    if (answered > 20) enough.resolve(undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  starting.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env['PATH']}`,
    BASE_URL: base,
    GATEWAY_URL: `${base}/ask`,
    AICP_KEY: 'key',
    PATCHED: patched,
  };
  const cluster = {
    kubeconfig: '',
    shell: (script: string) => run(['bash', '-euo', 'pipefail', '-c', script], { env }),
    killContainer: () => Promise.resolve(),
    lastWords: () => Promise.resolve(''),
    stop: () => Promise.resolve(),
  };
  const installed = new Installed(cluster, 'image');
  const running = starting.move();
  return {
    asking: new Asking({ installed, namespace: 'clients', model: 'limited' }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

it.each([
  'I1124 01:08:12.934728 1 round_trippers.go:560] PATCH http://api/budgets/limited 200 OK in 4 milliseconds',
  'I1124 01:08:12.934728 1 round_trippers.go:632] "Response" verb="PATCH" url="http://api/budgets/limited" status="200 OK" headers="" milliseconds=4',
])(
  'tells how long after a change requests are answered, as kubectl says of it: %s',
  async (line) => {
    await using all = await gateway(line);
    const { sinceChange, sinceCommand } = await all.asking.untilOpen('limited');
    expect(sinceChange).toBeGreaterThanOrEqual(0);
    expect(sinceCommand).toBeGreaterThan(sinceChange);
  },
);

it('says why where the change is refused', async () => {
  await using all = await gateway('');
  await expect(all.asking.untilOpen('refused')).rejects.toThrow('Forbidden');
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@aicp/common/http/testing/free-ports';
import { startSnapshotServer } from '@aicp/gateway/testing/fake-operator';
import { snapshotOf, type Fragments } from '@aicp/gateway/testing/fragments';
import { temporaryDirectory } from '@aicp/gateway/testing/temporary-directory';
import { GATEWAY_SECRET } from '@aicp/workflow/testing/fake-gateway';
import { GatewayPart } from '../../money/kills/parts.ts';

/** A gateway as a process of its own, which starts again at the same address and with what it has on its disk. */
export interface KillableGateway extends AsyncDisposable {
  readonly url: string;
  /** With SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** Resolves when it takes connections again. */
  begin(): Promise<void>;
}

/** Resolves when it listens, and knows these fragments. It takes the steps of engines of tests. */
export async function startKillableGateway(fragments: Fragments): Promise<KillableGateway> {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryDirectory());
  const operator = await startSnapshotServer(snapshotOf(fragments));
  stack.defer(() => operator.close());
  const [token, secret, data] = ['token', 'workflow-key', 'data'].map((name) =>
    join(path, name),
  ) as [string, string, string];
  await writeFile(token, 'secret');
  await writeFile(secret, GATEWAY_SECRET);
  await mkdir(data);
  const port = await freePort();
  const part = new GatewayPart('gateway-0', {
    ...{ AICP_PORT: String(port), AICP_DATA_DIR: data, AICP_OPERATOR_URL: operator.url },
    ...{ AICP_TOKEN_FILE: token, AICP_WORKFLOW_KEY_FILE: secret, AICP_EGRESS_ALLOW: 'loopback' },
  });
  stack.defer(() => part.kill());
  await part.start();
  const running = stack.move();
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () => part.kill(),
    begin: () => part.start(),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

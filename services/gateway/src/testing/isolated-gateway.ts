import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { snapshotOf, type Fragments } from './fragments.ts';
import { startGatewayProcess, type GatewayProcess } from './gateway-process.ts';
import { startSnapshotServer } from './fake-operator.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** A gateway as a process of its own, with its own snapshot server and directory, which go with it. */
export interface IsolatedGateway extends AsyncDisposable {
  readonly process: GatewayProcess;
  readonly port: number;
  readonly url: string;
}

/** Starts one, so that its memory and its event loop can be measured apart from the test's own. */
export async function startIsolatedGateway(
  fragments: Fragments,
  environment: Readonly<Record<string, string>> = {},
): Promise<IsolatedGateway> {
  await using starting = new AsyncDisposableStack();
  const directory = starting.use(await temporaryDirectory());
  const operator = await startSnapshotServer(snapshotOf(fragments));
  starting.defer(() => operator.close());
  const token = join(directory.path, 'token');
  await writeFile(token, 'secret');
  const process = await startGatewayProcess({
    AICP_DATA_DIR: directory.path,
    AICP_OPERATOR_URL: operator.url,
    AICP_TOKEN_FILE: token,
    AICP_DRAIN_SECONDS: '0',
    AICP_EGRESS_ALLOW: 'loopback',
    ...environment,
  });
  const running = starting.move();
  return {
    process,
    port: process.port,
    url: `http://127.0.0.1:${process.port}`,
    [Symbol.asyncDispose]: async () => {
      await process.end('SIGTERM');
      await running.disposeAsync();
    },
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pollRequest } from '@aicp/contracts/poll/poll';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';

export interface OperatorStub {
  readonly url: string;
  close(): void;
}

/** Hands one snapshot to whoever does not have it yet, and holds every other poll. */
export async function startOperatorStub(snapshot: StoredSnapshot): Promise<OperatorStub> {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const { applied } = pollRequest.parse(JSON.parse(text));
      if (applied) return;
      const { manifest, degraded, contents } = snapshot;
      response.end(JSON.stringify({ manifest, degraded, changed: contents }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

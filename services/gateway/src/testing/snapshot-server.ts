import { listen } from '@aicp/common/http/listen';
import { pollRequest } from '@aicp/contracts/poll/poll';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';

export interface SnapshotServer {
  readonly url: string;
  close(): Promise<void>;
}

/** An operator with one snapshot: hands it to whoever does not have it yet, and holds every other poll. */
export async function startSnapshotServer(snapshot: StoredSnapshot): Promise<SnapshotServer> {
  const { manifest, degraded, contents } = snapshot;
  const listening = await listen(
    (request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        const { applied } = pollRequest.parse(JSON.parse(text));
        if (!applied) response.end(JSON.stringify({ manifest, degraded, changed: contents }));
      });
    },
    { host: '127.0.0.1', port: 0 },
  );
  return { url: `http://127.0.0.1:${listening.port}`, close: () => listening.close(0) };
}

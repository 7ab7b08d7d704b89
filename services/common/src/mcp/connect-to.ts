import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Client,
} from '@modelcontextprotocol/client';
import { brokenAnswers, type Fetch } from './guarded-fetch.ts';

/** How a server is reached. */
export interface Way {
  readonly transport: 'streamable_http' | 'sse';
  readonly url: URL;
  readonly fetch: Fetch;
}

const broken = new WeakMap<Client, Error>();

/** Why the one stream has broken in which a server of the older transport answers everything; undefined: it has not. */
export const whyBroken = (client: Client): Error | undefined => broken.get(client);

/** Connects a client to a server, within so many milliseconds. Rejects with why its stream has broken, or with the SDK's or the network's error. */
export async function connectTo(
  { transport, url, fetch }: Way,
  client: Client,
  timeout: number,
): Promise<void> {
  if (transport === 'streamable_http') {
    await client.connect(new StreamableHTTPClientTransport(url, { fetch }), { timeout });
    return;
  }
  // The SDK would open the stream again, and wait for an answer that has gone with the one before.
  const onBroken = (why: Error): void => {
    broken.set(client, why);
    client.close().catch(() => undefined);
  };
  try {
    // Servers of 2024 speak nothing else.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const older = new SSEClientTransport(url, { fetch, eventSourceInit: { fetch } });
    await brokenAnswers.run(onBroken, () => client.connect(older, { timeout }));
  } catch (error) {
    throw whyBroken(client) ?? error;
  }
}

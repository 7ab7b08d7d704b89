import {
  Client as ModernClient,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

/** A client of the present SDK, in the version of the protocol that is asked for. */
export async function connect(
  url: string,
  key: string,
  mode: 'auto' | 'legacy' = 'auto',
): Promise<ModernClient & AsyncDisposable> {
  const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

import { LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { describe, expect, it } from 'vitest';
import { credential, key, model, provider } from '../../testing/fragments.ts';
import { startProxyPeer } from '../../testing/proxy-peer.ts';
import { plainSession } from '../../testing/realtime-gateway.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { startRealtimeTwin } from '../../twins/openai/realtime-twin.ts';

type Fragment = ReturnType<typeof provider>;

/** A gateway whose only provider is an organization's, or has this of its own, and may not stand on this machine where it is an organization's. */
async function startBefore(origin: string, own: Partial<Fragment>) {
  const { organization } = own;
  return await startTestGateway({
    config: { egress: { platform: LOCAL_TOO, tenants: PUBLIC_ONLY } },
    fragments: {
      providers: [provider('up', { type: 'openai', baseUrl: origin, credential: 'set', ...own })],
      credentials: [credential('up', 'sk-vendor')],
      models: [model('voice', 'up', { mode: 'realtime', ...(organization && { organization }) })],
      keys: [key('alice', { ...(organization && { organization }) })],
    },
  });
}

describe('the connection of a session', () => {
  it('leads no provider of an organization to where organizations may not go', async () => {
    await using twin = await startRealtimeTwin();
    await using gateway = await startBefore(`${twin.origin}/v1`, { organization: 'acme' });
    await expect(plainSession(gateway.url)).rejects.toMatchObject({ status: 502 });
    expect(twin.received).toEqual([]);
    await using platforms = await startBefore(`${twin.origin}/v1`, {});
    const session = await plainSession(platforms.url);
    await session.until('session.created');
    session.socket.close();
  });

  it('goes through the tunnel of the provider’s proxy', async () => {
    await using twin = await startRealtimeTwin();
    await using proxy = await startProxyPeer();
    const { port } = new URL(twin.origin);
    const proxyUrl = proxy.url.origin;
    await using gateway = await startBefore(`http://api.test:${port}/v1`, { proxyUrl });
    const session = await plainSession(gateway.url);
    await session.until('session.created');
    expect(proxy.asked).toEqual([`CONNECT api.test:${port}`]);
    session.socket.close();
    await session.closed;
  });

  it('asks Azure by its own addresses and key', async () => {
    await using twin = await startRealtimeTwin();
    const azure = { type: 'azure_openai', apiVersion: '2025-04-01-preview' } as const;
    await using gateway = await startBefore(twin.origin, azure);
    const session = await plainSession(gateway.url);
    await session.until('session.created');
    session.socket.close();
    const [received] = twin.received;
    expect(received?.url).toBe('/openai/realtime?api-version=2025-04-01-preview&deployment=voice');
    expect(received?.headers).toMatchObject({ 'api-key': 'sk-vendor' });
    expect(received?.headers.authorization).toBeUndefined();
  });

  it('is closed in the words of its provider, without what is sent to it', async () => {
    await using twin = await startRealtimeTwin((socket) => {
      socket.close(4001, 'the key sk-vendor of org-of-ours is over');
    });
    const headers = { 'openai-organization': 'org-of-ours' };
    await using gateway = await startBefore(`${twin.origin}/v1`, { headers });
    const session = await plainSession(gateway.url);
    expect(await session.closed).toEqual([4001, 'the key [redacted] of [redacted] is over']);
    expect(JSON.stringify(gateway.logged)).not.toContain('sk-vendor');
  });
});

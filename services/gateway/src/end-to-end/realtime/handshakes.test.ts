import { describe, expect, it } from 'vitest';
import { plainSession, startRealtimeGateway } from '../../testing/realtime-gateway.ts';
import { rawClient, upgradeHead } from '../../testing/raw-client.ts';

const KEY = { authorization: 'Bearer sk-alice' };

describe('a request for a session that no client of WebSockets would send', () => {
  it.each([
    ['a key that is too short', 'sec-websocket-key', 'dGhlIHNhbXBsZQ=='],
    ['a key that is no base64', 'sec-websocket-key', 'dGhlIHNhbXBsZSBub25j*Q=='],
    ['another version', 'sec-websocket-version', '8'],
    ['versions to choose from', 'sec-websocket-version', '13, 8'],
    ['a version that is none', 'sec-websocket-version', '0x0d'],
    ['an empty list of subprotocols', 'sec-websocket-protocol', ''],
    ['a subprotocol that is no token', 'sec-websocket-protocol', 'realtime, open ai'],
    ['a subprotocol that stands there twice', 'sec-websocket-protocol', 'realtime, realtime'],
    ['nothing between commas', 'sec-websocket-protocol', 'realtime,, other'],
    ['an extension that is no token', 'sec-websocket-extensions', 'permessage-deflate; a=b=c'],
    ['a quote that does not end', 'sec-websocket-extensions', 'permessage-deflate; a="b'],
    ['an empty list of extensions', 'sec-websocket-extensions', ''],
  ])('is refused before anybody is asked: %s', async (_name, header, value) => {
    await using it = await startRealtimeGateway();
    const client = await rawClient(it.gateway.url, upgradeHead({ ...KEY, [header]: value }));
    await expect.poll(client.isOver).toBe(true);
    expect(client.read()).toMatch(/^HTTP\/1\.1 400 /);
    expect(client.read()).toContain(`"param":"${header}"`);
    expect(it.twin.received).toEqual([]);
    client.socket.destroy();
  });

  it('is told which version is spoken', async () => {
    await using it = await startRealtimeGateway();
    const head = upgradeHead({ ...KEY, 'sec-websocket-version': '12' });
    const client = await rawClient(it.gateway.url, head);
    await expect.poll(client.isOver).toBe(true);
    expect(client.read()).toMatch(/^sec-websocket-version: 13\r$/m);
    client.socket.destroy();
  });

  it('is answered as if it asked for none where it is no GET', async () => {
    await using it = await startRealtimeGateway();
    const head = upgradeHead({ ...KEY, 'content-length': '0' }).replace('GET', 'POST');
    const client = await rawClient(it.gateway.url, head);
    await expect.poll(client.read).toMatch(/^HTTP\/1\.1 405 [\s\S]*\r\n\r\n\{/);
    expect(client.read()).toContain('method_not_allowed');
    expect(it.twin.received).toEqual([]);
    client.socket.destroy();
  });
});

describe('a request for a session with what clients of WebSockets send', () => {
  it.each([
    ['permessage-deflate; client_max_window_bits'],
    ['permessage-deflate ;  server_max_window_bits=10 , x-other; name="value"'],
  ])('gets one without the extensions that it offers: %s', async (offered) => {
    await using it = await startRealtimeGateway();
    const head = upgradeHead({ ...KEY, 'sec-websocket-extensions': offered });
    const client = await rawClient(it.gateway.url, head);
    await expect.poll(client.read).toContain('session.created');
    expect(client.read()).toMatch(/^HTTP\/1\.1 101 /);
    expect(client.read()).not.toMatch(/^sec-websocket-extensions/im);
    client.socket.destroy();
  });

  it('gets the subprotocol realtime, whatever else it offers', async () => {
    await using it = await startRealtimeGateway();
    const protocols = ['other', 'realtime', 'openai-insecure-api-key.sk-alice'];
    const session = await plainSession(it.gateway.url, { protocols });
    expect(session.socket.protocol).toBe('realtime');
    session.socket.close();
    await session.closed;
  });
});

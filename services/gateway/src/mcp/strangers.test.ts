import { describe, expect, it } from 'vitest';
import { askWith } from '../testing/ask-with.ts';
import { key } from '../testing/fragments.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

describe('whoever shows no key', () => {
  it('is told where to learn how', async () => {
    await using gateway = await startTestGateway({ fragments: {} });
    const answer = await fetch(`${gateway.url}/mcp`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(401);
    const where = /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate') ?? '');
    const metadata = (await (await fetch(where?.[1] ?? '')).json()) as object;
    expect(metadata).toMatchObject({
      resource: `${gateway.url}/mcp`,
      bearer_methods_supported: ['header'],
    });
  });

  it('is told it of no name that a client writes as ours, and is told what is missing', async () => {
    await using gateway = await startTestGateway({ fragments: {} });
    const named = { host: 'evil.example', 'x-forwarded-proto': 'https' };
    const refused = await askWith(`${gateway.url}/mcp`, named);
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="aicp"');
    const metadataUrl = `${gateway.url}/.well-known/oauth-protected-resource/mcp`;
    const metadata = await askWith(metadataUrl, named);
    expect(metadata.status).toBe(404);
    expect(metadata.text).toContain('gateway.publicUrl');
    expect(metadata.text).not.toContain('evil.example');
    const near = await askWith(metadataUrl, { 'x-forwarded-proto': 'https' });
    expect(JSON.parse(near.text)).toMatchObject({ resource: `${gateway.url}/mcp` });
  });

  it('is turned away where a page of another origin sent it', async () => {
    await using gateway = await startTestGateway({ fragments: { keys: [key('k')] } });
    const headers = { authorization: 'Bearer sk-k', origin: 'https://evil.example' };
    const answer = await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(403);
  });
});

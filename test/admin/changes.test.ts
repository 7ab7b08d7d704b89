import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';
import type { AdminClient } from './clients.ts';

interface Told {
  readonly type: string;
  readonly collection: string;
  readonly id: string;
}

describe('changes', () => {
  let aicp: AdminInstallation;
  let platform: AdminClient;
  let acme: AdminClient;

  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    platform = await aicp.signIn();
    await aicp.put('Organization', 'acme', {});
    await aicp.put('Organization', 'globex', {});
    acme = (await aicp.somebody('org_admin', { organizationId: 'acme' })).client;
  }, 90_000);
  afterAll(() => aicp[Symbol.asyncDispose]());

  const ATTEMPT = { timeout: 10_000 };

  it('are told as they are made, by whomever, to whoever may read them', async () => {
    const [all, own] = await Promise.all([listen(platform), listen(acme)]);
    await aicp.put('Team', 'by-kubectl', { organizationId: 'acme' });
    await aicp.put('Team', 'foreign', { organizationId: 'globex' });
    await platform.post('/api/v1/organizations/acme/business-units', { name: 'emea' });
    await expect
      .poll(() => own.told(), ATTEMPT)
      .toContainEqual(
        expect.objectContaining({
          ...{ type: 'created', resource_type: 'business_unit', organization_id: 'acme' },
          collection: '/api/v1/organizations/acme/business-units',
        }),
      );
    await expect
      .poll(() => all.told().map(({ id }) => id), ATTEMPT)
      .toEqual(expect.arrayContaining(['by-kubectl', 'foreign']));
    expect(own.told().map(({ id }) => id)).not.toContain('foreign');
    await aicp.remove('Team', 'by-kubectl');
    await expect
      .poll(() => own.told(), ATTEMPT)
      .toContainEqual(expect.objectContaining({ type: 'deleted', id: 'by-kubectl' }));
    for (const { close } of [all, own]) close();
  });

  it('go on where the client was, and tell a stranger’s id to read anew', async () => {
    const first = await listen(acme);
    await expect.poll(() => first.lastId(), ATTEMPT).not.toBe('');
    first.close();
    await aicp.put('Team', 'meanwhile', { organizationId: 'acme' });
    await expect
      .poll(async () => (await acme.get('/api/v1/teams/meanwhile')).status, ATTEMPT)
      .toBe(200);
    const again = await listen(acme, first.lastId());
    await expect
      .poll(() => again.told(), ATTEMPT)
      .toContainEqual(expect.objectContaining({ type: 'created', id: 'meanwhile' }));
    again.close();
    const stranger = await listen(acme, 'elsewhere-12');
    await expect.poll(() => stranger.text(), ATTEMPT).toContain('event: reset');
    stranger.close();
  });

  it('are told of a key no more once it is blocked', async () => {
    const { client, name } = await aicp.somebody('viewer', { organizationId: 'acme' });
    const stream = await listen(client);
    await platform.post(`/api/v1/api-keys/${name}/block`, {});
    await expect.poll(() => stream.hasEnded(), { timeout: 15_000 }).toBe(true);
  }, 30_000);

  it('are for whoever has a token', async () => {
    const response = await fetch(`${aicp.url}/api/v1/changes`);
    expect(response.status).toBe(401);
    await response.body?.cancel();
  });

  async function listen({ url, token = '' }: AdminClient, lastEventId?: string) {
    const ending = new AbortController();
    const response = await fetch(`${url}/api/v1/changes`, {
      signal: ending.signal,
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
    });
    expect(response.status).toBe(200);
    let [text, hasEnded] = ['', false];
    const reading = async (): Promise<void> => {
      try {
        for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part;
      } finally {
        hasEnded = true;
      }
    };
    void reading().catch((error: unknown) => {
      if (!ending.signal.aborted) throw error;
    });
    await expect.poll(() => text).toContain('event: hello');
    return {
      text: () => text,
      hasEnded: () => hasEnded,
      close: () => ending.abort(),
      lastId: () =>
        text
          .match(/^id: (.*)$/gm)
          ?.at(-1)
          ?.slice(4) ?? '',
      told: () =>
        [...text.matchAll(/^event: change\ndata: (.*)$/gm)].map(
          ([, data = '']) => JSON.parse(data) as Told,
        ),
    };
  }
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';

describe('signing in', () => {
  let aicp: AdminInstallation;
  beforeAll(async () => {
    aicp = await AdminInstallation.start();
  }, 60_000);
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  it('gives a token for a key, which says who one is', async () => {
    const client = await aicp.signIn();
    const me = await client.get('/auth/me');
    expect(me).toMatchObject({
      status: 200,
      body: { user_id: 'bootstrap-admin', role: 'platform_admin', organization_id: null },
    });
  });
});

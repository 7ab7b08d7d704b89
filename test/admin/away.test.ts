import { testEngines } from '@aicp/common/database/testing/engines';
import { describe, expect, it } from 'vitest';
import { AdminClient } from './admin-client.ts';
import { AdminInstallation } from './admin-installation.ts';

const TEAM = { name: 'Late' };

it('signs in and lists while the Kubernetes API is away, asks to come back for the rest, and recovers by itself', async () => {
  await using aicp = await AdminInstallation.start();
  const client = await aicp.signIn();
  await aicp.withoutKubernetes(async () => {
    const newcomer = new AdminClient(aicp.url);
    expect(await newcomer.login(aicp.bootstrapKey)).toBe(200);
    expect((await newcomer.get('/auth/me')).status).toBe(200);
    expect((await newcomer.get('/api/v1/teams')).status).toBe(200);
    const write = await client.post('/api/v1/teams', TEAM);
    expect(write.status).toBe(503);
    expect(Number(write.headers.get('retry-after'))).toBeGreaterThan(0);
  });
  await aicp.until(async () => (await client.post('/api/v1/teams', TEAM)).status !== 503);
  const teams = await client.get<{ name: string }[]>('/api/v1/teams');
  expect(teams.body.map(({ name }) => name)).toEqual(['Late']);
}, 90_000);

const [, postgresql] = testEngines();

describe.skipIf(postgresql!.skipped)(postgresql!.skipped ?? 'on PostgreSQL', () => {
  it('signs in and reads while the database is away, asks to come back for the rest, and recovers by itself', async () => {
    const database = await postgresql!.start();
    {
      await using aicp = await AdminInstallation.start({ database: database.location });
      const client = await aicp.signIn();
      await database.server!.halt();
      const newcomer = new AdminClient(aicp.url);
      expect(await newcomer.login(aicp.bootstrapKey)).toBe(200);
      expect((await newcomer.get('/api/v1/teams')).status).toBe(200);
      for (const answer of [
        await client.post('/api/v1/teams', TEAM),
        await client.get('/api/v1/users'),
      ]) {
        expect(answer.status).toBe(503);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      await database.server!.resume();
      await aicp.until(async () => (await client.post('/api/v1/teams', TEAM)).status === 201);
      expect((await client.get('/api/v1/users')).status).toBe(200);
    }
    await database.stop();
  }, 90_000);
});

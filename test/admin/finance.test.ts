import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';
import type { AdminClient } from './clients.ts';

describe('finance', () => {
  let aicp: AdminInstallation;
  let finance: AdminClient;

  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    for (const name of ['acme', 'globex']) await aicp.put('Organization', name, {});
    await aicp.put('Team', 'ours', { organizationId: 'acme' });
    await aicp.put('Team', 'theirs', { organizationId: 'globex' });
    finance = (await aicp.somebody('finance', { organizationId: 'acme' })).client;
  }, 90_000);
  afterAll(() => aicp[Symbol.asyncDispose]());

  it('reads the names of its organization, and writes rules there alone', async () => {
    const teams = await finance.get<{ id: string }[]>('/api/v1/teams');
    expect(teams.body.map(({ id }) => id)).toEqual(['ours']);
    const rule = { name: 'R&D', team_id: 'ours', allocation_type: 'cost_center' };
    const own = { ...rule, allocation_target: 'CC-1', allocation_percent: 100 };
    const made = await finance.post('/api/v1/cost-allocation/rules', own);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body).toMatchObject({ organization_id: 'acme' });
    const foreign = { ...own, team_id: undefined, organization_id: 'globex' };
    const refused = await finance.post('/api/v1/cost-allocation/rules', foreign);
    expect(refused.status).toBeGreaterThanOrEqual(403);
  });

  it('reads neither keys nor policies, and gives no role', async () => {
    for (const path of ['api-keys', 'routing-policies', 'rate-limits', 'audit-logs', 'users']) {
      expect((await finance.get(`/api/v1/${path}`)).status, path).toBe(403);
    }
    const member = { user_id: 'ada', role: 'finance' };
    expect((await finance.post('/api/v1/organizations/acme/members', member)).status).toBe(403);
    expect((await finance.post('/api/v1/api-keys', { name: 'x' })).status).toBe(403);
  });

  it('is given by the administrators of its organization, and by nobody below', async () => {
    const lead = await aicp.somebody('team_admin', { organizationId: 'acme', teamId: 'ours' });
    const admin = await aicp.somebody('org_admin', { organizationId: 'acme' });
    const key = { name: 'controller', role: 'finance' };
    expect((await lead.client.post('/api/v1/api-keys', key)).status).toBe(403);
    expect((await admin.client.post('/api/v1/api-keys', key)).status).toBe(201);
    const member = { user_id: 'ada', role: 'finance' };
    const members = '/api/v1/organizations/acme/members';
    expect((await admin.client.post(members, member)).status).toBe(201);
    expect((await lead.client.post('/api/v1/teams/ours/members', member)).status).toBe(422);
  });
});

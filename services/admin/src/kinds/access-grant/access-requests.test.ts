import type { Problem } from '@aicp/common/errors/problem';
import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { accessGrant } from '@aicp/crds/access-grant';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { listEntries } from '@aicp/api-kit/audit/audit-reader';
import { startAdminDatabase, emptyAuditLog } from '../../audit/testing/audit-database.ts';
import type { AdminDatabase } from '../../database/tables.ts';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import type { AccessRequest } from './access-requests-table.ts';
import { createModelAccess, type ModelAccess } from './create-model-access.ts';
import { requestBody } from './request-target.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const platform = contextOf(somebody('platform_admin'));
const acme = { organizationUid: 'uid-acme' };
const orgAdmin = contextOf(somebody('org_admin', acme));
const ada = contextOf(somebody('member', { ...acme, subject: 'ada', teamIds: ['ml'] }));
const bob = contextOf(somebody('member', { ...acme, subject: 'bob' }));
const lead = contextOf(somebody('team_admin', { ...acme, subject: 'lead', teamIds: ['ml'] }));
const stranger = contextOf(somebody('org_admin', { organizationId: 'other' }));
type Context = typeof ada;

describe.each(testEngines())('asking for access on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: AdminDatabase;
    let stop: () => Promise<void>;
    let aicp: ResourceFixture;
    let clock: ManualClock;
    let access: ModelAccess;
    const log = recordingLog();

    beforeAll(async () => {
      ({ database, stop } = await startAdminDatabase(engine));
    });
    afterAll(() => stop());
    beforeEach(async () => {
      await emptyAuditLog(database);
      await database.asOwner((owner) => owner.deleteFrom('admin.access_requests').execute());
      aicp = await resourceFixture();
      clock = new ManualClock(NOW);
      const chain = new AuditChain({ database, clock });
      access = createModelAccess({ database, chain, clock, log: log.log, ...aicp });
      await aicp.put('Organization', 'acme', {}, { uid: 'uid-acme' });
      await aicp.put('Team', 'ml', { organizationId: 'acme', slug: 'learning' });
      await aicp.put('AccessTier', 'premium', { requiresApproval: true, maxGrantDurationDays: 90 });
    });
    afterEach(async () => {
      await access.keeper.stop();
      await aicp[Symbol.asyncDispose]();
    });

    const ask = (context: Context, body: object = {}) =>
      access.requests.ask(context, requestBody.parse({ tier_id: 'premium', ...body }));
    const grants = () => aicp.store.list(accessGrant);
    const again = (row: AccessRequest) => access.requests.get(platform.principal, row.id);
    const story = async () =>
      (await listEntries(database.kysely, { resourceType: 'access_request' }, { limit: 100 }))
        .map(({ action, user_id }) => `${action} by ${user_id}`)
        .reverse();

    it('waits for a decision, and gives nothing before it', async () => {
      const terms = { justification: 'evaluation', duration_days: 30 };
      const row = await ask(ada, terms);
      const target = { user_id: 'ada', team_id: null, organization_id: 'acme' };
      const undecided = { status: 'pending', decided_by: null, expires_at: null };
      expect(row).toMatchObject({ ...target, ...undecided, ...terms, requested_by: 'ada' });
      expect(await again(row)).toEqual(row);
      expect(grants()).toEqual([]);
    });

    it('makes a grant of an approval, which ends when it was asked to', async () => {
      const row = await ask(ada, { team_id: 'learning', duration_days: 30 });
      const approved = await access.requests.approve(orgAdmin, row.id);
      const expiresAt = new Date(NOW + 30 * DAY_MS);
      expect(approved).toMatchObject({
        status: 'approved',
        team_id: 'ml',
        user_id: null,
        decided_by: 'a-org_admin',
        decided_at: new Date(NOW),
        expires_at: expiresAt,
      });
      expect(aicp.peek('AccessGrant', `request-${row.id}`)?.spec).toEqual({
        organizationId: 'acme',
        tierId: 'premium',
        teamId: 'ml',
        requestId: row.id,
        approvedBy: 'a-org_admin',
        expiresAt: expiresAt.toISOString(),
      });
    });

    it('makes no grant of a denial', async () => {
      const row = await ask(ada);
      const denied = await access.requests.deny(orgAdmin, row.id);
      expect(denied).toMatchObject({ status: 'denied', decided_by: 'a-org_admin' });
      expect(grants()).toEqual([]);
    });

    it('takes the grant away with a revocation', async () => {
      const row = await ask(ada);
      await access.requests.approve(orgAdmin, row.id);
      const revoked = await access.requests.revoke(platform, row.id);
      expect(revoked).toMatchObject({ status: 'revoked', decided_by: 'a-platform_admin' });
      expect(grants()).toEqual([]);
    });

    it('is decided once: every other step is a conflict', async () => {
      const { requests } = access;
      const row = await ask(ada);
      await expect(requests.revoke(orgAdmin, row.id)).rejects.toMatchObject({ status: 409 });
      await requests.deny(orgAdmin, row.id);
      for (const step of ['approve', 'deny', 'revoke'] as const) {
        await expect(requests[step](orgAdmin, row.id)).rejects.toMatchObject({
          status: 409,
          detail: expect.stringContaining('is denied') as string,
        });
      }
      expect(grants()).toEqual([]);
    });

    it('has one outcome and its grant where two decide at once', async () => {
      const row = await ask(ada);
      const { requests } = access;
      await Promise.allSettled([
        requests.approve(orgAdmin, row.id),
        requests.approve(platform, row.id),
        requests.deny(orgAdmin, row.id),
      ]);
      const { status } = await again(row);
      expect(grants()).toHaveLength(status === 'approved' ? 1 : 0);
      expect(await story()).toHaveLength(2);
    });

    it('is granted at once where the tier asks nobody', async () => {
      await aicp.put('AccessTier', 'open', {});
      const row = await ask(ada, { tier_id: 'open' });
      expect(row).toMatchObject({ status: 'approved', decided_by: 'system', expires_at: null });
      expect(grants()).toHaveLength(1);
    });

    it('is asked once at a time', async () => {
      const row = await ask(ada);
      await expect(ask(ada)).rejects.toMatchObject({ status: 409 });
      await ask(bob);
      await access.requests.deny(orgAdmin, row.id);
      expect((await ask(ada)).status).toBe('pending');
    });

    it('says why and stays within bounds where the tier wants that', async () => {
      await aicp.put('AccessTier', 'strict', {
        requiresApproval: true,
        requiresJustification: true,
        maxGrantDurationDays: 7,
      });
      const strict = { tier_id: 'strict', justification: 'to see' };
      const paths = (body: object) =>
        ask(ada, body).then(
          () => 'taken',
          (error: unknown) => (error as Problem).errors?.map(({ path }) => path).join(),
        );
      expect(await paths({ tier_id: 'strict' })).toBe('justification');
      expect(await paths({ ...strict, duration_days: 8 })).toBe('duration_days');
      expect(await paths({ tier_id: 'none' })).toBe('tier_id');
      expect(await paths({ team_id: 'none' })).toBe('team_id');
      expect(await paths({ team_id: 'ml', user_id: 'ada' })).toBe('team_id');
      expect(await ask(ada, strict)).toMatchObject({ duration_days: 7 });
    });

    it('ends as soon as the tier allows at the approval, whatever it allowed before', async () => {
      const row = await ask(ada, { duration_days: 60 });
      await aicp.put('AccessTier', 'premium', { requiresApproval: true, maxGrantDurationDays: 1 });
      const approved = await access.requests.approve(orgAdmin, row.id);
      expect(approved.expires_at).toEqual(new Date(NOW + DAY_MS));
    });

    it('is for oneself and one’s own teams, unless one runs the organization', async () => {
      const refused = { status: 403 };
      await expect(ask(ada, { user_id: 'bob' })).rejects.toMatchObject(refused);
      await expect(ask(bob, { team_id: 'ml' })).rejects.toMatchObject(refused);
      await expect(ask(orgAdmin, { organization_id: 'acme', user_id: 'x' })).resolves.toBeTruthy();
      await aicp.put('Organization', 'other', {});
      await expect(ask(ada, { organization_id: 'other' })).rejects.toMatchObject(refused);
      await expect(ask(stranger, { team_id: 'ml' })).rejects.toMatchObject({ status: 422 });
      const body = { user_id: 'eve', organization_id: 'other' };
      expect(await ask(platform, body)).toMatchObject({ organization_id: 'other' });
    });

    it('is not about the tier of another organization', async () => {
      await aicp.put('AccessTier', 'theirs', { organizationId: 'other', requiresApproval: true });
      for (const context of [ada, platform]) {
        const asked = ask(context, { tier_id: 'theirs', team_id: 'ml' });
        await expect(asked).rejects.toMatchObject({ status: 422 });
      }
    });

    it('is seen by who asked, his team’s administrator and his organization alone', async () => {
      const own = await ask(ada, { team_id: 'ml' });
      const other = await ask(bob);
      const seen = async ({ principal }: Context) => {
        const page = { limit: 10, before: undefined };
        const { rows, total } = await access.requests.list(principal, {}, page);
        expect(total).toBe(rows.length);
        return rows.map(({ id }) => id);
      };
      expect(await seen(ada)).toEqual([own.id]);
      expect(await seen(lead)).toEqual([own.id]);
      expect(await seen(bob)).toEqual([other.id]);
      expect((await seen(orgAdmin)).sort()).toEqual([own.id, other.id].sort());
      expect(await seen(stranger)).toEqual([]);
      const approval = access.requests.approve(stranger, own.id);
      await expect(approval).rejects.toMatchObject({ status: 404 });
      const look = access.requests.get(bob.principal, own.id);
      await expect(look).rejects.toMatchObject({ status: 404 });
    });

    it('stores nothing in a dry run', async () => {
      const dry = (context: Context) => ({ ...context, dryRun: true });
      expect((await ask(dry(ada))).status).toBe('pending');
      const row = await ask(ada);
      expect((await access.requests.approve(dry(orgAdmin), row.id)).status).toBe('approved');
      expect((await again(row)).status).toBe('pending');
      expect(grants()).toEqual([]);
      expect(await story()).toEqual(['create by ada']);
    });

    it('leaves an entry in the audit log for every step', async () => {
      const row = await ask(ada);
      await access.requests.approve(orgAdmin, row.id);
      await access.requests.revoke(orgAdmin, row.id);
      expect(await story()).toEqual([
        ...['create by ada', 'approve by a-org_admin', 'revoke by a-org_admin'],
      ]);
      const kinds = aicp.hooks.planned.map(({ action, kind }) => `${action} ${kind}`);
      expect(kinds).toEqual(['create AccessGrant', 'delete AccessGrant']);
    });

    describe('kept in order by the clock', () => {
      const passes = async (ms: number) => {
        clock.jump(ms);
        await clock.advance(5_000);
      };
      const begin = async () => {
        access.keeper.start();
        await until('the keeper has looked', () => clock.sleeping === 1);
      };

      it('ends with its time, and its grant with it', async () => {
        const row = await ask(ada, { duration_days: 1 });
        await access.requests.approve(orgAdmin, row.id);
        await begin();
        await passes(DAY_MS - 10_000);
        await until('the keeper has looked', () => clock.sleeping === 1);
        expect((await again(row)).status).toBe('approved');
        await passes(10_000);
        await until('it is over', async () => (await again(row)).status === 'expired');
        expect(grants()).toEqual([]);
        expect(await again(row)).toMatchObject({ decided_by: 'a-org_admin' });
        expect(await story()).toContain('expire by system');
      });

      it('is revoked by whoever deletes the grant by hand', async () => {
        const kept = await ask(bob);
        const row = await ask(ada);
        for (const { id } of [kept, row]) await access.requests.approve(orgAdmin, id);
        const [grant] = grants().filter(({ spec }) => spec['requestId'] === row.id);
        if (grant) await aicp.store.remove(accessGrant, grant);
        await begin();
        await until('it is revoked', async () => (await again(row)).status === 'revoked');
        expect((await again(kept)).status).toBe('approved');
      });

      it('removes what an approval left that was cut short, and nobody else’s grants', async () => {
        const row = await ask(ada);
        const spec = {
          tierId: 'premium',
          userId: 'ada',
          organizationId: 'acme',
          requestId: row.id,
        };
        const metadata = { creationTimestamp: new Date(NOW - DAY_MS).toISOString() };
        await aicp.put('AccessGrant', `request-${row.id}`, spec, metadata);
        await aicp.put('AccessGrant', 'by-hand', spec, metadata);
        await begin();
        await until('it is gone', () => grants().length === 1);
        expect(grants()[0]?.metadata.name).toBe('by-hand');
      });
    });
  });
});

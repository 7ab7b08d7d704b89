import { shareable } from '@aicp/common/database/open-database';
import { testEngines, type TestDatabase } from '@aicp/common/database/testing/engines';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import type { EventsDatabase } from '@aicp/events/database/tables';
import { openOutbox } from '@aicp/events/testing/events-home';
import { bootstrapKeyObject } from '@aicp/local/control/first-objects';
import { newApiKey } from '@aicp/contracts/keys/api-key';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';
import type { AdminClient } from './clients.ts';

const WATCHES = 7;
const PARTS = { clock: systemClock, log: recordingLog().log };

describe.each(testEngines())('what is told of an installation on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let home: TestDatabase;
    let aicp: AdminInstallation;
    let outbox: EventsDatabase;
    let admin: AdminClient;
    const expected: string[] = [];

    beforeAll(async () => {
      home = await engine.start();
      const database = shareable(home.location, PARTS);
      aicp = await AdminInstallation.start({ database });
      outbox = await openOutbox(database);
      admin = await aicp.signIn();
      await aicp.until(async () => (await watchesOf(outbox)) === WATCHES);
    }, 120_000);
    afterAll(async () => {
      await outbox.close();
      await aicp[Symbol.asyncDispose]();
      await home.stop();
    });

    /** The key that the operator makes at the start is told of where somebody looked before it was there. */
    const events = async () => {
      const rows = await outbox.kysely.selectFrom('event').selectAll().execute();
      return rows.filter(({ subject }) => subject !== 'APIKey/workflows');
    };
    const told = async () => {
      const rows = await events();
      return rows.map(({ type, subject }) => `${type} ${subject}`).sort();
    };

    /** What was done leads to these events as well, and to no others. */
    const tells = async (...events: readonly string[]): Promise<void> => {
      expected.push(...events);
      await expect.poll(told, { timeout: 30_000, interval: 100 }).toEqual(expected.sort());
    };

    it('is nothing of what was there before', async () => {
      await tells();
    });

    it('is what becomes of keys, by the API and by kubectl', async () => {
      const { body } = await admin.post('/api/v1/api-keys', { name: 'bot', role: 'member' });
      const id = String(body['id']);
      await tells(`key.created APIKey/${id}`);
      expect((await admin.post(`/api/v1/api-keys/${id}/rotate`)).status).toBe(200);
      await tells(`key.rotated APIKey/${id}`);
      expect((await admin.post(`/api/v1/api-keys/${id}/block`)).status).toBe(200);
      await tells(`key.revoked APIKey/${id}`);
      await aicp.put('Organization', 'acme', { displayName: 'Acme' });
      const { spec } = bootstrapKeyObject(newApiKey());
      await aicp.put('APIKey', 'by-hand', { ...spec, role: 'member', organizationId: 'acme' });
      await tells('key.created APIKey/by-hand');
      await aicp.remove('APIKey', 'by-hand');
      await tells('key.revoked APIKey/by-hand');
      const rows = await outbox.kysely
        .selectFrom('event')
        .select(['type', 'organization'])
        .where('subject', '=', 'APIKey/by-hand')
        .execute();
      expect(rows.map(({ organization }) => organization)).toEqual(['acme', 'acme']);
    }, 120_000);

    it('is what becomes of prompts, tests and models', async () => {
      const prompt = { name: 'Summary', template_text: 'very secret text' };
      const { body } = await admin.post('/api/v1/prompts', prompt);
      const path = `/api/v1/prompts/${String(body['id'])}`;
      expect((await admin.post(`${path}/submit-review`)).status).toBe(200);
      await tells(`prompt.submitted PromptTemplate/${String(body['id'])}`);
      expect((await admin.post(`${path}/approve`)).status).toBe(200);
      await expect.poll(told).toContainEqual(expect.stringMatching(/^prompt\.approved /));
      const approved = (await told()).filter((one) => one.startsWith('prompt.approved'));
      expect(approved).toHaveLength(1);
      expected.push(...approved);
      const test = { baseModel: 'sim-small', variantModel: 'sim-large', trafficSplitPercent: 10 };
      // It names models that do not exist: each of its generations is rejected, and told so once.
      await aicp.put('ABTest', 'mini', test);
      await tells('config.rejected ABTest/mini');
      await aicp.put('ABTest', 'mini', { ...test, state: 'running' });
      await tells('abtest.started ABTest/mini', 'config.rejected ABTest/mini');
      await aicp.put('ABTest', 'mini', { ...test, state: 'promoted' });
      await tells('abtest.promoted ABTest/mini', 'config.rejected ABTest/mini');
    }, 120_000);

    it('is who asks for access, and what is decided', async () => {
      const tier = { name: 'Frontier', requires_approval: true };
      expect((await admin.post('/api/v1/model-access/tiers', tier)).status).toBe(201);
      const requests = '/api/v1/model-access/requests';
      const asked = await admin.post(requests, { tier_id: 'frontier', user_id: 'ada' });
      expect(asked.status).toBe(201);
      const id = String(asked.body['id']);
      await tells(`access.requested AccessRequest/${id}`);
      expect((await admin.post(`${requests}/${id}/deny`)).status).toBe(200);
      await tells(`access.denied AccessRequest/${id}`);
    }, 120_000);

    it('is nothing twice after a restart, and all that fits its description', async () => {
      await aicp.admin.stop();
      await aicp.put('ModelDeprecation', 'old', {
        ...{ modelName: 'sim-small', deprecationDate: '2026-01-01' },
      });
      await aicp.restartAdmin();
      await expect
        .poll(told, { timeout: 30_000 })
        .toContainEqual(
          expect.stringMatching(/^(model\.deprecated|config\.rejected) ModelDeprecation\/old$/),
        );
      const rows = await events();
      for (const { type, data } of rows) {
        const schema = EVENT_CATALOG[type as keyof typeof EVENT_CATALOG].data.strict();
        expect(schema.safeParse(data).error?.message, type).toBeUndefined();
      }
      expect(JSON.stringify(rows)).not.toContain('secret text');
      expect(rows.filter(({ subject }) => subject !== 'ModelDeprecation/old')).toHaveLength(
        expected.length,
      );
    }, 120_000);
  });
});

/** How many watches have looked. */
const watchesOf = async (outbox: EventsDatabase): Promise<number> =>
  await outbox.asOwner(async (owner) => {
    const { rows } = await sql<{ count: string }>`select count(*) as count from admin.event_watch`
      .execute(owner)
      .catch(() => ({ rows: [] }));
    return Number(rows[0]?.count ?? 0);
  });

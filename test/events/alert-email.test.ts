import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { shareable } from '@aicp/common/database/open-database';
import { testEngines } from '@aicp/common/database/testing/engines';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import type { EventType } from '@aicp/contracts/checks/event-types';
import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import { openOutbox } from '@aicp/events/testing/events-home';
import { startSmtpReceiver } from '@aicp/events/testing/smtp-receiver';
import { expect, it } from 'vitest';
import { AdminInstallation } from '../admin/admin-installation.ts';

interface Listed {
  readonly event_type: string;
  readonly status: string;
  readonly error: string | null;
}

const DELIVERIES = '/api/v1/events/deliveries?subscription=Budget/ml';

it('alertEmail of a Budget is told once of each of its events, and of no other one’s', async () => {
  const [engine] = testEngines();
  const home = await engine!.start();
  await using undo = new AsyncDisposableStack();
  undo.defer(() => home.stop());
  const database = shareable(home.location, { log: recordingLog().log, clock: systemClock });
  const mail = undo.use(await startSmtpReceiver());
  const mailDirectory = await mkdtemp(join(tmpdir(), 'aicp-smtp-'));
  undo.defer(() => rm(mailDirectory, { recursive: true }));
  const egress = { platform: PUBLIC_ONLY, tenants: PUBLIC_ONLY };
  const installation = undo.use(
    await AdminInstallation.start({
      database,
      config: { events: { egress, mailDirectory } },
    }),
  );
  const outbox = await openOutbox(database);
  undo.defer(() => outbox.close());
  const platform = await installation.signIn();
  const tell = async (type: EventType, name: string) => {
    const at = new Date();
    const of = { uid: `uid-of-${name}`, subject: `Budget/${name}`, organization: undefined };
    const data = EVENT_CATALOG[type].example;
    await emitEvents(outbox.kysely, [{ ...of, type, transition: 'once', at, data }]);
  };
  const listed = async () => (await platform.get<Listed[]>(DELIVERIES)).body;
  const spec = { entityType: 'global', monthlyLimit: '1000' };
  await installation.put('Budget', 'ml', { ...spec, alertEmail: 'finance@example.com' });
  await installation.put('Budget', 'other', spec);
  await expect.poll(async () => (await platform.get('/api/v1/budgets/ml')).status).toBe(200);

  await tell('budget.warning', 'ml');
  const [first] = await expect.poll(listed, { timeout: 20_000 }).toHaveLength(1).then(listed);
  // Without settings of a mail server, whoever looks at the deliveries is told what to do.
  await expect
    .poll(async () => (await listed())[0]?.error, { timeout: 20_000 })
    .toContain('admin.smtp.secretName');
  expect(first).toMatchObject({ event_type: 'budget.warning' });

  const smtp = { host: '127.0.0.1', port: String(mail.port), from: 'aicp@example.com' };
  for (const [name, text] of Object.entries(smtp)) {
    await writeFile(join(mailDirectory, name), text);
  }
  await tell('budget.exceeded', 'other');
  await tell('key.created', 'ml');
  await tell('budget.exceeded', 'ml');
  await expect.poll(() => mail.mails.length, { timeout: 40_000 }).toBe(2);
  expect(mail.mails.map(({ to }) => to)).toEqual([
    ['finance@example.com'],
    ['finance@example.com'],
  ]);
  const subjects = mail.mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());
  expect(subjects).toEqual([
    '[AICP] budget.warning: Budget/ml',
    '[AICP] budget.exceeded: Budget/ml',
  ]);
  expect((await listed()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);

  const { body } = await platform.post<{ deliveries: unknown[] }>('/api/v1/events/test', {
    event_type: 'budget.exceeded',
  });
  expect(body.deliveries).toEqual([]);
  expect((await platform.get<unknown[]>('/api/v1/events/subscriptions')).body).toEqual([]);
}, 120_000);

import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { delivered, deliveryOf } from '../../testing/deliveries.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../../testing/smtp-receiver.ts';
import type { SmtpSettings } from '../channel.ts';
import { EmailChannel } from './email-channel.ts';

const clock = new ManualClock();
const channel = new EmailChannel({ clock });
const { signal } = new AbortController();
let server: SmtpReceiver;
beforeEach(async () => {
  server = await startSmtpReceiver();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

const target = (to: readonly string[], more: Partial<SmtpSettings> = {}) => ({
  channel: 'email' as const,
  to,
  smtp: {
    host: '127.0.0.1',
    port: server.port,
    isTls: false,
    from: 'AICP <aicp@example.com>',
    ...more,
  },
});

const headOf = (raw = ''): string[] =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');

it('sends plain text to all of its recipients', async () => {
  const delivery = deliveryOf(delivered('sla.violation'));
  const to = ['ops@example.com', 'finance@example.com'];
  expect(await channel.send(delivery, target(to), signal)).toEqual({ kind: 'delivered' });
  const [mail] = server.mails;
  expect(mail).toMatchObject({ from: 'aicp@example.com', to });
  const head = headOf(mail?.raw);
  expect(head).toContain('Subject: [AICP] sla.violation: SLADefinition/fast');
  expect(head).toContain('Auto-Submitted: auto-generated');
  expect(head.find((line) => line.startsWith('Content-Type'))).toContain('text/plain');
  expect(head.find((line) => line.startsWith('Message-ID'))).toContain(delivery.id);
  expect(mail?.raw).toContain('actual: 912');
});

it('lets no event write a header, and no address be two', async () => {
  const event = delivered('config.rejected', {
    subject: 'Model/x\r\nBcc: thief@example.com\r\n\r\nHello',
    data: { message: 'one\r\nBcc: thief@example.com' },
  });
  const to = ['ops@example.com,thief@example.com'];
  await channel.send(deliveryOf(event), target(to), signal);
  await channel.send(deliveryOf(event), target(['ops@example.com']), signal);
  for (const { raw, to: recipients } of server.mails) {
    expect(headOf(raw).filter((line) => /^bcc/i.test(line))).toEqual([]);
    expect(recipients).not.toContain('thief@example.com');
  }
  expect(server.mails.at(-1)?.to).toEqual(['ops@example.com']);
});

it('lets no name of anybody’s write a line, or turn its direction', async () => {
  const data = { name: 'mine\r\nOrganization: globex\u2028Test: no\u202egnp', spent_usd: 1 };
  await channel.send(deliveryOf(delivered('budget.exceeded', { data })), target(['a@b.c']), signal);
  const raw = server.mails.at(-1)?.raw ?? '';
  expect(raw).toContain('name: mine Organization: globex Test: no gnp');
  expect(raw).not.toMatch(/^(?:Organization: globex|Test)/m);
});

it('tells where the mail server is to those who run the installation alone', async () => {
  const to = target(['a@b.c'], { port: 1 });
  const about = async (organization: string | undefined) => {
    const delivery = deliveryOf(delivered('sla.violation'));
    const subscription = { ...delivery.subscription, organization };
    return await channel.send({ ...delivery, subscription }, to, signal);
  };
  const [ours, theirs] = [await about(undefined), await about('acme')];
  expect(ours).toMatchObject({ reason: expect.stringContaining('127.0.0.1:1') as string });
  expect(theirs).toMatchObject({ reason: 'The mail server was not reached: ESOCKET.' });
});

it('says what the server says, and tries a refused recipient not again', async () => {
  const delivery = deliveryOf(delivered('sla.violation'));
  const send = async (answer: string) => {
    server.recipientAnswer = answer;
    return await channel.send(delivery, target(['nobody@example.com']), signal);
  };
  expect(await send('550 no such user')).toMatchObject({ status: 550, isFinal: true });
  expect(await send('451 later')).toMatchObject({ status: 451, isFinal: false });
  const nowhere = await channel.send(delivery, target(['a@b.c'], { port: 1 }), signal);
  expect(nowhere).toMatchObject({ kind: 'failed' });
});

it('sends no password over a connection that others can read', async () => {
  const secret = { username: 'aicp', password: 'hunter2' };
  const delivery = deliveryOf(delivered('sla.violation'));
  const outcome = await channel.send(delivery, target(['a@example.com'], secret), signal);
  expect(outcome).toMatchObject({ kind: 'failed' });
  expect(JSON.stringify(outcome)).not.toContain('hunter2');
  expect(server.mails).toEqual([]);
});

it('ends where it is told to', async () => {
  const controller = new AbortController();
  controller.abort(new Error('ends'));
  const delivery = deliveryOf(delivered('sla.violation'));
  await expect(channel.send(delivery, target(['a@b.c']), controller.signal)).rejects.toThrow(
    'ends',
  );
});

it('lets an organization write to 300 recipients an hour, and has what is more wait without an attempt', async () => {
  const of = (organization?: string) =>
    deliveryOf(delivered('sla.violation'), {
      subscription: { uid: 'sub-uid', name: 'on-call', organization },
    });
  const to = Array.from({ length: 30 }, (_, index) => `ops-${index}@example.com`);
  const own = new EmailChannel({ clock });
  for (let sent = 0; sent < 10; sent += 1) {
    expect(await own.send(of('acme'), target(to), signal)).toEqual({ kind: 'delivered' });
  }
  expect(await own.send(of('acme'), target(to), signal)).toEqual({
    ...{ kind: 'postponed', afterMs: 360_000 },
  });
  expect(server.mails).toHaveLength(10);
  expect(await own.send(of('globex'), target(to), signal)).toEqual({ kind: 'delivered' });
  for (let sent = 0; sent < 11; sent += 1) {
    expect(await own.send(of(), target(to), signal)).toEqual({ kind: 'delivered' });
  }
  await clock.advance(360_000);
  expect(await own.send(of('acme'), target(to), signal)).toEqual({ kind: 'delivered' });
  expect((await own.send(of('acme'), target(to.slice(29)), signal)).kind).toBe('postponed');
});

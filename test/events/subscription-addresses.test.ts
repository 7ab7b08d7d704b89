import { PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { expect, it } from 'vitest';
import { AdminInstallation } from '../admin/admin-installation.ts';

const ROOT = '/api/v1/events';

interface Told {
  deliveries: { error: string | null }[];
}

it('goes to no private address, and to none without TLS, unless that is opened', async () => {
  await using installation = await AdminInstallation.start({
    config: {
      events: {
        egress: { platform: PUBLIC_ONLY, tenants: PUBLIC_ONLY },
        mailDirectory: undefined,
      },
    },
  });
  const platform = await installation.signIn();
  await installation.until(async () => (await platform.get(`${ROOT}/log`)).status === 200);
  const tryOut = async (name: string, spec: object) => {
    await platform.post(`${ROOT}/subscriptions`, { name, event_types: ['*'], ...spec });
    const { body } = await platform.post<Told>(`${ROOT}/subscriptions/${name}/test`, {});
    return body.deliveries[0]?.error;
  };
  const hook = (url: string) => ({ channel: 'webhook', config: { url } });
  const plain = hook('http://hooks.example.com/');
  const refused = await platform.post(`${ROOT}/subscriptions`, {
    ...{ name: 'plain', event_types: ['*'] },
    ...plain,
  });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      errors: [{ path: 'config.url', message: expect.stringContaining('https://') as string }],
    },
  });
  // What kubectl writes says it in its condition, and may be changed for all that.
  await installation.put('EventSubscription', 'by-hand', { eventTypes: ['*'], ...plain });
  await installation.until(async () => {
    const { status } = (await installation.get('EventSubscription', 'by-hand')) as {
      status?: { conditions?: { type: string; reason: string }[] };
    };
    const found = status?.conditions?.find(({ type }) => type === 'Delivering');
    return found?.reason === 'NotHttps';
  });
  const byHand = `${ROOT}/subscriptions/by-hand`;
  expect((await platform.patch(byHand, { is_active: false })).status).toBe(200);
  const other = { config: { url: 'http://other.example.com/' } };
  expect((await platform.patch(byHand, other)).status).toBe(422);
  expect(await tryOut('private', hook('https://10.0.0.1/'))).toContain('may not be sent');
  expect(await tryOut('local', hook('https://localhost/'))).toContain('may not be sent');
  const to = { channel: 'email', config: { to: ['ops@example.com'] } };
  expect(await tryOut('mail', to)).toContain('no mail server');
}, 60_000);

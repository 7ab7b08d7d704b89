import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shareable } from '@aicp/common/database/open-database';
import { testEngines } from '@aicp/common/database/testing/engines';
import { LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { createLogger } from '@aicp/common/log/logger';
import { createRegistry } from '@aicp/common/metrics/registry';
import { systemClock } from '@aicp/common/time/clock';
import { openEvents } from '@aicp/events/database/open-events';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import { draft } from '@aicp/events/testing/delivering';
import { ListedSubscriptions, subscription } from '@aicp/events/testing/subscriptions';
import { describe, expect, it } from 'vitest';
import { openAdminDatabase } from '../audit/testing/audit-database.ts';
import { adminEnvironment, toAdminConfig } from '../config.ts';
import { Leader } from '../findings/leader.ts';
import { createEvents } from './create-events.ts';

const PARTS = {
  clock: systemClock,
  random: Math.random,
  log: createLogger({ service: 'test', level: 'silent' }),
};
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const CONFIG = {
  ...toAdminConfig(
    adminEnvironment.parse({
      AICP_DATA_DIR: 'nowhere',
      AICP_OPERATOR_URL: 'http://nowhere.invalid',
      AICP_TOKEN_FILE: 'nowhere',
      AICP_INSTANCE: 'admin-0',
    }),
  ),
  egress: { platform: LOCAL_TOO, tenants: PUBLIC_ONLY },
};

async function receiver(): Promise<{
  readonly url: string;
  readonly requests: IncomingHttpHeaders[];
  readonly server: Server;
}> {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests, server };
}

const unused = { send: () => Promise.reject(new Error('nobody is told by it')) };

describe.each(testEngines())('events of the admin service on $name', (engine) => {
  it.skipIf(engine.skipped)(
    'are delivered from what its own transactions wrote, and its metrics say so',
    async () => {
      const home = await engine.start();
      const location = shareable(home.location, PARTS);
      const admin = await openAdminDatabase(location);
      const outbox = await openEvents({ ...PARTS, location });
      await outbox.migrated();
      const { url, requests, server } = await receiver();
      const registry = createRegistry('admin');
      const events = createEvents({
        ...PARTS,
        ...{ config: CONFIG, events: outbox, registry },
        leader: new Leader({ database: admin, replica: 'admin-0' }),
        subscriptions: new ListedSubscriptions([subscription('one')], () => ({
          channel: 'webhook',
          url,
          secrets: [SECRET],
        })),
        channels: { slack: unused, pagerduty: unused, email: unused },
        onGone: () => Promise.resolve(),
      });
      for (const part of events.background) part.start();
      await admin.kysely.transaction().execute((tx) => emitEvents(tx, [draft('a')]));
      await expect.poll(() => requests.length).toBe(1);
      await expect
        .poll(() => events.states())
        .toMatchObject([{ name: 'one', consecutiveFailures: 0, pending: 0 }]);
      const id = String(requests[0]?.['webhook-id']);
      expect(await events.replay(id)).toBe('replayed');
      await expect.poll(() => requests.length).toBe(2);
      expect(requests[1]?.['webhook-id']).toBe(id);
      const metrics = await registry.metrics();
      expect(metrics).toMatch(/^aicp_events_routed_total\{[^}]*\} 1$/m);
      for (const part of events.background) await part.stop();
      server.close();
      await outbox.close();
      await admin.close();
      await home.stop();
    },
  );
});

import { askCard } from '@aicp/admin/kinds/agent/ask-card';
import { testProvider } from '@aicp/admin/kinds/provider/test-provider';
import { guardedFetch } from '@aicp/admin/sso/guarded-fetch';
import { beginSignIn } from '@aicp/admin/sso/provider';
import { addressGuard, type AddressGuard, type Egress } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import type { Delivery } from '@aicp/events/channels/channel';
import { SlackChannel } from '@aicp/events/channels/slack/slack-channel';
import { WebhookChannel } from '@aicp/events/channels/webhook/webhook-channel';
import { askAgent } from '@aicp/gateway/a2a/upstream/ask-agent';
import { delivered, deliveryOf } from '@aicp/events/testing/deliveries';

/** Sends something to an address that a tenant wrote, and answers what it told of that; it rejects where nothing was sent. */
export type Sender = (url: string) => Promise<unknown>;

const delivery: Delivery = deliveryOf(delivered('sla.violation'));
const { signal } = new AbortController();
const never: Egress = { privateNetworks: false, loopback: false, networks: [] };

/** What sends events. */
export function eventSenders(tenants: Egress): Readonly<Record<string, Sender>> {
  const options = { egress: { platform: never, tenants }, clock: systemClock };
  const webhook = new WebhookChannel({ ...options, source: 'urn:test' });
  const secrets = ['whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0'];
  return {
    webhook: async (url) => webhook.send(delivery, { channel: 'webhook', url, secrets }, signal),
    // A new one each time: one alone sends to the same host once a second.
    slack: async (webhookUrl) =>
      new SlackChannel(options).send(delivery, { channel: 'slack', webhookUrl }, signal),
  };
}

/** What the admin service asks. */
export const adminSenders = (egress: Egress): Readonly<Record<string, Sender>> =>
  guardedSenders(addressGuard(egress));

export const guardedSenders = (guard: AddressGuard): Readonly<Record<string, Sender>> => ({
  'test of a provider': async (baseUrl) =>
    testProvider({
      spec: { type: 'openai_compatible', baseUrl },
      credential: 'sk-1',
      guard,
      clock: systemClock,
    }),
  'card of an agent': async (url) => askCard(url, { credential: 'secret', guard }),
  'call of an agent': async (url) => {
    const answer = await askAgent(new URL(url), { guard, headers: {}, body: '{}', signal });
    return answer.resume().statusCode;
  },
  'single sign-on': async (issuer) =>
    beginSignIn(
      {
        organization: {
          id: 'acme',
          source: { kind: 'Organization', name: 'acme', uid: 'acme', generation: 1 },
        },
        sso: { issuer, clientId: 'aicp', scopes: [], allowedDomains: [], groupRoles: [] } as never,
        clientSecret: 'secret',
        fetch: guardedFetch(guard),
        allowsPlainHttp: true,
      },
      'https://aicp.example/callback',
    ),
});

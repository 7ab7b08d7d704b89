import { z } from 'zod';
import { PUBLIC_ONLY, rangeOf, type Egress } from '../http/address-guard.ts';

/** `private,loopback,192.0.2.0/24`: words and networks, separated by commas. */
export const egress = z.string().transform((text, context): Egress => {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const networks = items.filter((item) => item !== 'private' && item !== 'loopback');
  for (const network of networks) {
    try {
      rangeOf(network);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const message = `${error.message}: write private, loopback, or networks as CIDR, separated by commas`;
      context.addIssue({ code: 'custom', message });
    }
  }
  return {
    ...PUBLIC_ONLY,
    privateNetworks: items.includes('private'),
    loopback: items.includes('loopback'),
    networks,
  };
});

/** Where services that speak to providers may send requests, beyond public addresses. */
export const EGRESS_ENVIRONMENT = {
  /** Of providers that are the platform's. */
  AICP_EGRESS_ALLOW: egress.prefault('private'),
  /** Of providers that organizations set up. */
  AICP_EGRESS_TENANTS_ALLOW: egress.prefault(''),
};

/** Where events may be sent by webhooks and to Slack, beyond public addresses. Whoever may write a subscription chooses the address, so that nothing is open by itself. */
export const EVENTS_ENVIRONMENT = {
  /** Of subscriptions that are the platform's. */
  AICP_EVENTS_ALLOW: egress.prefault(''),
  /** Of subscriptions of organizations. */
  AICP_EVENTS_TENANTS_ALLOW: egress.prefault(''),
  /** Directory with the settings of the mail server, a file each: host, port, from, username, password, tls. */
  AICP_SMTP_DIRECTORY: z.string().min(1).optional(),
  /** Where the Events API v2 of PagerDuty is, where that is not https://events.pagerduty.com/v2/enqueue: for accounts of its European region. */
  AICP_PAGERDUTY_URL: z.url({ protocol: /^https?$/ }).optional(),
};

/** Where requests may go, by whose provider it is. */
export interface ProviderEgress {
  readonly platform: Egress;
  readonly tenants: Egress;
}

import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import type { Egress } from '@aicp/common/http/address-guard';

/** How events are sent. */
export interface EventSettings {
  /** Where the platform's subscriptions may lead beyond public addresses, and where those of organizations. */
  readonly egress: ProviderEgress;
  /** Directory with the settings of the mail server, a file each; undefined: there is none, and no e-mail is sent. */
  readonly mailDirectory: string | undefined;
  /** Where the Events API v2 of PagerDuty is; undefined: at PagerDuty. */
  readonly pagerDutyUrl?: string | undefined;
}

/** Where the subscriptions of an organization, or of the platform (undefined), may lead beyond public addresses. */
export const egressOf = ({ egress }: EventSettings, organization: string | undefined): Egress =>
  organization === undefined ? egress.platform : egress.tenants;

/** Over plain HTTP goes what goes to the installation's own networks: where none is opened, addresses are `https`. */
export const allowsPlainHttp = ({ privateNetworks, loopback, networks }: Egress): boolean =>
  privateNetworks || loopback || networks.length > 0;

import { invalid } from '@aicp/api-kit/route/field-errors';
import type { Proposal } from '../../resources/collection.ts';
import { textOf } from '../../resources/rights.ts';

/** Throws a Problem (422) for a webhook's address that is not https, where none of its owner's may be that. One that stands there already is no reason to refuse other changes. */
export function requireSendable(
  { before, spec }: Pick<Proposal, 'before' | 'spec'>,
  takesPlainHttp: (organization: string | undefined) => boolean,
): void {
  const organization = textOf(spec['organizationId']);
  const url = urlIn(spec);
  if (url === undefined || URL.parse(url)?.protocol === 'https:') return;
  if (takesPlainHttp(organization)) return;
  const isAsItWas =
    before && urlIn(before.spec) === url && textOf(before.spec['organizationId']) === organization;
  if (isAsItWas) return;
  const message =
    'must be https://, which this installation wants: send another address, or have AICP_EVENTS_ALLOW (for organizations AICP_EVENTS_TENANTS_ALLOW) open the network that it is in';
  throw invalid([{ path: 'config.url', message }]);
}

/** The address of a webhook. */
const urlIn = ({ channel, config }: Proposal['spec']): string | undefined =>
  channel === 'webhook'
    ? textOf((config as { readonly url?: unknown } | undefined)?.url)
    : undefined;

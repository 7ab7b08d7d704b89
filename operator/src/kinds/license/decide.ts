import type {
  AdminCredentialFragment,
  LicenseFragment,
} from '@aicp/contracts/snapshot/admin-fragments';
import type { LicenseSpec } from '@aicp/crds/license';
import { accepted, refused, type Decision } from '../decision.ts';
import { sourceOf, type SourceObject } from '../source-object.ts';
import type { LicenseGathered } from './gather.ts';

/** Hands the license's token to the admin service, which alone verifies it. */
export function decideLicense(
  object: SourceObject,
  _spec: LicenseSpec,
  { token }: LicenseGathered,
): Decision {
  const source = sourceOf(object);
  if (token.state !== 'set') {
    const fragment: LicenseFragment = { source, token: 'missing' };
    const why = token.state === 'missing' ? token.why : 'no Secret is named';
    return refused('SecretNotFound', `tokenSecretRef: ${why}`, [{ section: 'license', fragment }]);
  }
  const fragment: LicenseFragment = { source, token: 'set' };
  const credential: AdminCredentialFragment = { source, type: 'license', token: token.value };
  return accepted([
    { section: 'license', fragment },
    { section: 'admin_credentials', fragment: credential },
  ]);
}

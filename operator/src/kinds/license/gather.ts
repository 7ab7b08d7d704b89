import type { Referrer } from '@aicp/common/kubernetes/reserved-secret';
import type { LicenseSpec } from '@aicp/crds/license';
import { credentialAt, type Credential } from '../references/credential.ts';
import type { World } from '../world.ts';

/** The token that a License names. */
export interface LicenseGathered {
  readonly token: Credential;
}

export const gatherLicense = (
  { tokenSecretRef }: LicenseSpec,
  world: Pick<World, 'secret'>,
  referrer: Referrer,
): LicenseGathered => ({ token: credentialAt(tokenSecretRef, world, referrer) });

import type {
  AdminCredentialFragment,
  LicenseFragment,
} from '@aicp/contracts/snapshot/sections/accounts';
import { license, type LicenseSpec } from '@aicp/crds/license';
import { type Claim, operatorKind } from '../kit/operator-kind.ts';
import { credentialAt, type Credential } from '../kit/credential.ts';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

/** The token that a License names. */
interface Gathered {
  readonly token: Credential;
}

/** Hands the license's token to the admin service, which alone verifies it. */
export const licenseKind = operatorKind<LicenseSpec, Gathered>({
  definition: license,
  sections: () => ['license', 'admin_credentials'],
  gather: ({ tokenSecretRef }, lookup, referrer) => ({
    token: credentialAt(tokenSecretRef, lookup, referrer),
  }),
  decide: decideLicense,
  claims: ({ section }) => (section === 'license' ? [LICENSE] : []),
});

const LICENSE: Claim = {
  key: 'license',
  what: 'the license is that of',
  remedy: 'edit that one',
};

function decideLicense(object: SourceObject, _spec: LicenseSpec, { token }: Gathered): KindVerdict {
  const source = sourceOf(object);
  if (token.state !== 'set') {
    const fragment: LicenseFragment = { source, token: 'missing' };
    const why = token.state === 'missing' ? token.why : 'no Secret is named';
    return notAccepted('SecretNotFound', `tokenSecretRef: ${why}`, [
      { section: 'license', fragment },
    ]);
  }
  const fragment: LicenseFragment = { source, token: 'set' };
  const credential: AdminCredentialFragment = { source, type: 'license', token: token.value };
  return accepted([
    { section: 'license', fragment },
    { section: 'admin_credentials', fragment: credential },
  ]);
}

import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Referrer } from '@aicp/common/kubernetes/reserved-secret';
import type { ProviderSecretsFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { ProviderSpec } from '@aicp/crds/provider';
import { credentialAt, type SecretRef } from '../kit/credential.ts';
import type { SectionFragment } from '../kit/kind-verdict.ts';
import type { Lookup } from '../kit/lookup.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

/** What the connections to a provider need of Secrets. */
export interface ConnectionSecrets {
  readonly values: Omit<ProviderSecretsFragment, 'source' | 'provider'>;
  /** Why the provider cannot be connected to, a sentence each: without what it asks for, nothing is sent to it. */
  readonly missing: readonly string[];
}

export type ConnectionReferences = Pick<ProviderSpec, 'proxySecretRef' | 'tls'>;

const CERTIFICATE = 'tls.crt';
const KEY = 'tls.key';

/** Looks up what a Provider names for its connections. */
export function gatherConnection(
  { proxySecretRef, tls = {} }: ConnectionReferences,
  lookup: Pick<Lookup, 'secret'>,
  referrer: Referrer,
): ConnectionSecrets {
  const missing: string[] = [];
  const at = (field: string, ref: SecretRef | undefined, whyUseless?: WhyUseless) => {
    const credential = credentialAt(ref, lookup, referrer);
    if (credential.state === 'none') return undefined;
    const why = credential.state === 'missing' ? credential.why : whyUseless?.(credential.value);
    if (why !== undefined) missing.push(`${field}: ${described(why, ref)}`);
    return credential.state === 'set' ? credential.value : undefined;
  };
  const { caSecretRef, clientCertificateSecretRef: ref } = tls;
  const field = 'tls.clientCertificateSecretRef';
  const proxyCredentials = at('proxySecretRef', proxySecretRef);
  const ca = at('tls.caSecretRef', caSecretRef, whyNoCertificates);
  const certificate = at(field, ref && { ...ref, key: CERTIFICATE }, whyNoCertificates);
  const key = at(field, ref && { ...ref, key: KEY }, whyNoKey);
  if (certificate === undefined || key === undefined) {
    return { values: { proxyCredentials, ca }, missing };
  }
  if (missing.length === 0 && !isKeyOf(key, certificate)) {
    missing.push(`${field}: ${KEY} of Secret "${ref?.name}" is not the key of its ${CERTIFICATE}`);
  }
  return { values: { proxyCredentials, ca, clientCertificate: { certificate, key } }, missing };
}

/** Why a value that is there is of no use, to follow the words `key "…" of Secret "…"`; undefined where it can be used. */
type WhyUseless = (value: string) => string | undefined;

const described = (why: string, ref: SecretRef | undefined): string =>
  why.startsWith(HOLDS) ? `key "${ref?.key}" of Secret "${ref?.name}" ${why}` : why;

const HOLDS = 'holds ';

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function whyNoCertificates(value: string): string | undefined {
  const blocks = value.match(BLOCK) ?? [];
  if (blocks.length === 0) return `${HOLDS}no certificate in PEM`;
  return blocks.every(isCertificate) ? undefined : `${HOLDS}a certificate that cannot be read`;
}

const isCertificate = (pem: string): boolean => works(() => new X509Certificate(pem));

const whyNoKey: WhyUseless = (value) =>
  works(() => createPrivateKey(value))
    ? undefined
    : `${HOLDS}no private key in PEM that needs no password`;

/** Whether a private key belongs to the first certificate of a chain; both can be read. */
const isKeyOf = (key: string, certificate: string): boolean =>
  new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));

/** Whether OpenSSL reads it; what it says of what it does not is of no help, and may hold parts of it. */
function works(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

/** Their fragment, in a section that is never pinned and never kept; none where there is nothing to hold. */
export function connectionFragments(
  object: SourceObject,
  { values }: ConnectionSecrets,
): SectionFragment[] {
  if (Object.values(values).every((value) => value === undefined)) return [];
  const fragment: ProviderSecretsFragment = {
    source: sourceOf(object),
    provider: object.name,
    ...values,
  };
  return [{ section: 'provider_secrets', fragment }];
}

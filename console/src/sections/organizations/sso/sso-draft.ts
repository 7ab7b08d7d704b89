import type { SingleSignOn } from './single-sign-on.ts';

export type Mapping = NonNullable<SingleSignOn['role_mapping']>[number];

/** How people sign in, as somebody types it. */
export interface SsoDraft {
  readonly issuer: string;
  readonly clientId: string;
  /** A new client secret; empty: the one that is set stays. */
  readonly secret: string;
  readonly scopes: readonly string[];
  readonly mapping: readonly Mapping[];
}

export const draftOf = (sso: SingleSignOn | undefined): SsoDraft => ({
  issuer: sso?.issuer ?? '',
  clientId: sso?.client_id ?? '',
  secret: '',
  scopes: sso?.scopes ?? [],
  mapping: sso?.role_mapping ?? [],
});

/** Whether there is enough to save. */
export const isComplete = ({ issuer, clientId, mapping }: SsoDraft): boolean =>
  issuer !== '' &&
  clientId !== '' &&
  mapping.every(({ claim, value }) => claim !== '' && value !== '');

/** What is sent, as a merge patch of what is set. */
export function patchOf(draft: SsoDraft): Readonly<Record<string, unknown>> {
  const { issuer, clientId, secret, scopes, mapping } = draft;
  return {
    issuer,
    client_id: clientId,
    ...(secret !== '' && { client_secret: secret }),
    scopes: scopes.length === 0 ? null : scopes,
    role_mapping: mapping.length === 0 ? null : mapping,
  };
}

/** What is sent where nothing is set yet. */
export const bodyOf = (draft: SsoDraft): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(patchOf(draft)).filter(([, value]) => value !== null));

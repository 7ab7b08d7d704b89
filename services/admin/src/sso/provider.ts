import type {
  OrganizationFragment,
  SingleSignOn,
} from '@aicp/contracts/snapshot/sections/accounts';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
  type IDToken,
} from 'openid-client';
import type { SignInAttempt } from './sign-in-attempt.ts';

/** An organization's OpenID provider, and who we are to it. */
export interface ProviderSettings {
  /** Whose provider it is. */
  readonly organization: Pick<OrganizationFragment, 'id' | 'source'>;
  readonly sso: SingleSignOn;
  readonly clientSecret: string | undefined;
  /** Guarded: the addresses are an organization's. */
  readonly fetch: CustomFetch;
  readonly allowsPlainHttp: boolean;
}

const SCOPES = ['openid', 'email', 'profile'];
const TIMEOUT_SECONDS = 10;

/**
 * Where to send a browser, and what to remember until it is back. The provider's configuration is read each time: nothing is kept between
 * requests, so a change over there counts at once. Rejects with what openid-client or the network rejects with.
 */
export async function beginSignIn(
  settings: ProviderSettings,
  redirectUri: string,
): Promise<{ url: URL } & Pick<SignInAttempt, 'state' | 'nonce' | 'verifier'>> {
  const provider = await discover(settings);
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const scopes = new Set([
    'openid',
    ...(settings.sso.scopes.length > 0 ? settings.sso.scopes : SCOPES),
  ]);
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: [...scopes].join(' '),
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  return { url, state, nonce, verifier };
}

/**
 * Exchanges the code that a browser came back with, and answers what the identity token says: its signature, issuer, audience, nonce and
 * times are checked. Rejects with what openid-client or the network rejects with.
 */
export async function finishSignIn(
  settings: ProviderSettings,
  cameBackTo: URL,
  { state, nonce, verifier }: Pick<SignInAttempt, 'state' | 'nonce' | 'verifier'>,
): Promise<IDToken> {
  const provider = await discover(settings);
  const tokens = await authorizationCodeGrant(provider, cameBackTo, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new TypeError('an identity token was checked and is not there');
  return claims;
}

async function discover({
  sso,
  clientSecret,
  fetch,
  allowsPlainHttp,
}: ProviderSettings): Promise<Configuration> {
  const auth = clientSecret === undefined ? None() : byWhatIsSupported(clientSecret);
  return await discovery(new URL(sso.issuer), sso.clientId, undefined, auth, {
    [customFetch]: fetch,
    timeout: TIMEOUT_SECONDS,
    execute: [enableNonRepudiationChecks, ...(allowsPlainHttp ? [allowInsecureRequests] : [])],
  });
}

/** A provider that names no way takes the one that OpenID Connect has as default. */
const byWhatIsSupported =
  (secret: string): ClientAuth =>
  (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = ways.includes('client_secret_basic')
      ? ClientSecretBasic(secret)
      : ClientSecretPost(secret);
    authenticate(server, ...rest);
  };

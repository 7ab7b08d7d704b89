import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider, type Configuration } from 'oidc-provider';

export const CLIENT_ID = 'aicp';
export const CLIENT_SECRET = randomBytes(16).toString('hex');

export type Claims = Readonly<Record<string, unknown>>;

/** A real OpenID provider on loopback, at which whoever `account` names signs in without being asked. */
export class OpenIdProvider implements AsyncDisposable {
  readonly issuer: string;
  /** Who signs in next, and what is known of that person. */
  account: { readonly sub: string; readonly claims: Claims } = { sub: 'nobody', claims: {} };
  /** Public keys to show instead of those that it signs with. */
  shownKeys: readonly JWK[] | undefined;
  private readonly server: Server;
  private readonly redirectUris: string[];
  private provider: Provider | undefined;

  private constructor(server: Server, redirectUris: string[]) {
    this.server = server;
    this.redirectUris = redirectUris;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(redirectUris: string[]): Promise<OpenIdProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const provider = new OpenIdProvider(server, redirectUris);
    server.on('request', (request, response) => {
      void provider.answer(request, response);
    });
    await provider.rotateKeys();
    return provider;
  }

  /** From now on it signs with another key, and shows that one alone. */
  async rotateKeys(): Promise<void> {
    this.provider = new Provider(this.issuer, this.configuration(await newKey()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { provider } = this;
    if (!provider) throw new Error('it has not started');
    if (this.shownKeys && request.url === '/jwks') {
      response.setHeader('content-type', 'application/jwk-set+json');
      response.end(JSON.stringify({ keys: this.shownKeys }));
    } else if (request.url?.startsWith('/interaction/') === true) {
      await provider.interactionFinished(request, response, {
        login: { accountId: this.account.sub },
      });
    } else await provider.callback()(request, response);
  }

  private configuration(key: JWK): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: this.redirectUris,
        },
      ],
      jwks: { keys: [key] },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      cookies: { keys: ['cookies'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: () => ({ sub, ...this.account.claims }),
      }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: CLIENT_ID,
          ...(oidc.session?.accountId === undefined ? {} : { accountId: oidc.session.accountId }),
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    };
  }
}

/** A key pair as a provider has it. */
export async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomBytes(4).toString('hex');
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

import type { RequestListener } from 'node:http';
import { listen } from '@aicp/common/http/listen';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';

/** What a token is made of beside its claims. */
export interface Signing {
  /** Absent: the newest. */
  readonly kid?: string;
  /** Milliseconds since 1970; absent: now. */
  readonly nowMs?: number;
}

/** An OpenID provider: its documents, and the tokens that it gives. */
export interface FakeIssuer extends AsyncDisposable {
  readonly url: string;
  /** Paths of which documents were asked for. */
  readonly asked: string[];
  /** It answers nothing but errors. */
  isAway: boolean;
  /** What else its discovery document says. */
  discovery: Readonly<Record<string, unknown>>;
  /** A token of it, which is over in five minutes. */
  token(claims: JWTPayload, signing?: Signing): Promise<string>;
  /** It signs with another key from now on, and publishes that alone. */
  rotate(): Promise<void>;
  /** The set of its keys, as it publishes it. */
  keySet(): { keys: object[] };
}

/** Starts one on loopback. */
export async function startIssuer(): Promise<FakeIssuer> {
  let newest = await newKey('key-1');
  let count = 1;
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    if (issuer.isAway) response.writeHead(500).end();
    else if (request.url === '/keys') response.end(JSON.stringify(issuer.keySet()));
    else {
      const { url, discovery } = issuer;
      response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/keys`, ...discovery }));
    }
  };
  const listening = await listen(listener, { host: '127.0.0.1', port: 0 });
  const issuer: FakeIssuer = {
    url: `http://127.0.0.1:${listening.port}`,
    asked,
    isAway: false,
    discovery: {},
    keySet: () => ({ keys: [newest.published] }),
    rotate: async () => {
      count += 1;
      newest = await newKey(`key-${count}`);
    },
    token: async (claims, { kid = newest.published.kid, nowMs = Date.now() } = {}) => {
      const now = Math.floor(nowMs / 1000);
      const all = { iss: issuer.url, iat: now, exp: now + 300, ...claims };
      return await new SignJWT(all)
        .setProtectedHeader({ alg: 'ES256', kid })
        .sign(newest.privateKey);
    },
    [Symbol.asyncDispose]: () => listening.close(0),
  };
  return issuer;
}

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  return { privateKey, published: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } };
}

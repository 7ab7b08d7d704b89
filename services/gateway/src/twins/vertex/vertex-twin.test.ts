import { createSign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVertexTwin, VERTEX_BASE } from './start-vertex-twin.ts';

interface KeyFile {
  readonly private_key: string;
  readonly client_email: string;
  readonly token_uri: string;
}

const started = new AsyncDisposableStack();
let origin = '';
let account: KeyFile;

beforeAll(async () => {
  const twin = started.use(await startVertexTwin());
  ({ origin } = twin);
  account = JSON.parse(twin.credential) as KeyFile;
});
afterAll(() => started.disposeAsync());

/** Asks for a token as Google's libraries do; `claims` takes the place of what they would claim. */
function exchange(claims: Readonly<Record<string, unknown>> = {}, signer = account) {
  const iat = 1_700_000_000;
  const parts = [
    { alg: 'RS256', typ: 'JWT' },
    {
      ...{ iss: account.client_email, aud: account.token_uri, iat, exp: iat + 3600 },
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      ...claims,
    },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = createSign('RSA-SHA256')
    .update(parts.join('.'))
    .sign(signer.private_key, 'base64url');
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: [...parts, signature].join('.'),
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return fetch(account.token_uri, { method: 'POST', headers, body });
}

const ask = (path: string, token: string, body: unknown) =>
  fetch(`${origin}${VERTEX_BASE}/publishers/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];
const GEMINI = 'google/models/gemini-2.5-flash:generateContent';
const CLAUDE = 'anthropic/models/claude-sonnet-4-5@20250929:rawPredict';

describe('a twin of Vertex AI', () => {
  it('gives its service account a token, which Gemini and Claude are asked with', async () => {
    const answer = await exchange();
    expect(answer.status).toBe(200);
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const gemini = await ask(GEMINI, token, { contents });
    expect(await gemini.text()).toContain('You said: Hello');
    const claude = await ask(CLAUDE, token, {
      ...{ anthropic_version: 'vertex-2023-10-16', max_tokens: 100 },
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(await claude.text()).toContain('You said: Hello');
  });

  it.each([GEMINI, CLAUDE])(
    'answers 401 at %s where the token is none of its own',
    async (path) => {
      const answer = await ask(path, 'somebody-elses', { contents });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: { status: 'UNAUTHENTICATED' } });
    },
  );

  it.each([
    ['another account', { iss: 'mallory@my-project.iam.gserviceaccount.com' }],
    ['another audience', { aud: 'https://oauth2.googleapis.com/token' }],
    ['more than an hour', { exp: 1_700_003_601 }],
  ])('gives no token to an assertion for %s', async (_what, claims) => {
    const answer = await exchange(claims);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('gives no token to what the key of another twin signed', async () => {
    await using other = await startVertexTwin();
    const answer = await exchange({}, JSON.parse(other.credential) as KeyFile);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
  });
});

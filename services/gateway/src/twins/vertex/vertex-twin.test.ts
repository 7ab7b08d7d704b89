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
const COUNT_GEMINI = 'google/models/gemini-2.5-flash:countTokens';
const COUNT_CLAUDE = 'anthropic/models/count-tokens:rawPredict';

describe('embedding models of the twin of Vertex AI', () => {
  const embed = async (model: string, body: unknown) => {
    const { access_token: token } = (await (await exchange()).json()) as { access_token: string };
    return ask(`google/models/${model}:predict`, token, body);
  };

  it('answer a vector and a count of tokens for each text', async () => {
    const instances = [{ content: 'one text', task_type: 'CLUSTERING' }, { content: 'another' }];
    const answer = await embed('text-embedding-005', { instances });
    const { predictions } = (await answer.json()) as {
      predictions: { embeddings: { values: number[]; statistics: object } }[];
    };
    expect(predictions.map(({ embeddings: { values } }) => values.length)).toEqual([768, 768]);
    expect(predictions[0]?.embeddings.statistics).toEqual({ truncated: false, token_count: 2 });
    const short = { instances: [{ content: 'a' }], parameters: { outputDimensionality: 4 } };
    expect(await (await embed('gemini-embedding-001', short)).json()).toEqual({
      predictions: [
        {
          embeddings: {
            values: [0, 0.125, 0, 0],
            statistics: { truncated: false, token_count: 1 },
          },
        },
      ],
    });
  });

  const text = { content: 'a' };
  const long = { content: 'a'.repeat(8_000) };
  it.each([
    ['two texts for a model that takes one', 'gemini-embedding-001', { instances: [text, text] }],
    ['251 texts', 'text-embedding-005', { instances: Array(251).fill(text) }],
    ['more than 20,000 tokens', 'text-embedding-005', { instances: Array(11).fill(long) }],
    ['a title of a question', 'text-embedding-005', { instances: [{ ...text, title: 'T' }] }],
    ['what is no member', 'text-embedding-005', { instances: [{ ...text, taskType: 'X' }] }],
    [
      'too many dimensions',
      'text-embedding-005',
      { instances: [text], parameters: { outputDimensionality: 769 } },
    ],
    [
      'a long text that must not be cut',
      'text-embedding-005',
      { instances: [{ content: 'a'.repeat(9_000) }], parameters: { autoTruncate: false } },
    ],
  ])('refuse %s', async (_what, model, body) => {
    const answer = await embed(model, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
  });

  it('are asked by nobody without a token, and by no other name', async () => {
    const asked = { instances: [text] };
    const stranger = await ask('google/models/text-embedding-005:predict', 'none', asked);
    expect(stranger.status).toBe(401);
    expect((await embed('text-embedding-ada-002', asked)).status).toBe(404);
  });
});

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

  it('counts for Gemini what it counts of a request, and for the Claude that a body names', async () => {
    const { access_token: token } = (await (await exchange()).json()) as { access_token: string };
    const count = async (path: string, body: object) => {
      const answer = await ask(path, token, body);
      return { status: answer.status, told: (await answer.json()) as object };
    };
    const systemInstruction = { parts: [{ text: 'Be brief.' }] };
    const gemini = await count(COUNT_GEMINI, { contents, systemInstruction });
    expect(gemini.told).toEqual({
      ...{ totalTokens: 21, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 21 }] },
    });
    const safety = { contents, safetySettings: [] };
    expect((await count(COUNT_GEMINI, safety)).status).toBe(400);
    expect((await count(COUNT_GEMINI, { generateContentRequest: { contents } })).status).toBe(400);
    const messages = [{ role: 'user', content: 'Hello' }];
    const version = { anthropic_version: 'vertex-2023-10-16' };
    const model = 'claude-sonnet-4-5@20250929';
    const claude = await count(COUNT_CLAUDE, { ...version, model, messages });
    expect(claude).toEqual({ status: 200, told: { input_tokens: 2 } });
    expect((await count(COUNT_CLAUDE, { ...version, messages })).status).toBe(404);
    const chat = { ...version, model, messages, max_tokens: 5 };
    expect((await count(COUNT_CLAUDE, chat)).status).toBe(400);
  });

  it.each([GEMINI, CLAUDE, COUNT_GEMINI, COUNT_CLAUDE])(
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

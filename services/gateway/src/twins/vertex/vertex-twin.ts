import { createPublicKey, verify } from 'node:crypto';
import { parseJson } from '@aicp/common/json/parse-json';
import { z } from 'zod';
import { answerCount, answerMessage } from '../anthropic/anthropic-twin.ts';
import { asAnthropic } from '../anthropic/as-anthropic.ts';
import { vertexCountRequest } from '../gemini/gemini-request.ts';
import { countedOf, generateRoutes } from '../gemini/gemini-twin.ts';
import { embedOneContent, embedTexts } from './vertex-embedding.ts';
import { jsonReply, TwinRefusal, type TwinRequest, type TwinRoute } from '../kit/start-twin.ts';

export interface VertexTwin {
  /** Of the service account, PEM. */
  readonly publicKey: string;
  readonly email: string;
  readonly project: string;
  readonly region: string;
  /** Tokens that are good, the last one last. Whoever empties it ends them all. */
  readonly tokens: string[];
  /** Whether no token is good. */
  takesNone?: boolean;
  /** What the twin answers those who ask for tokens in the place of one. */
  failure?: { readonly status: number; readonly body: unknown } | undefined;
}

const claims = z.strictObject({
  iss: z.string(),
  aud: z.url(),
  scope: z.literal('https://www.googleapis.com/auth/cloud-platform'),
  iat: z.int(),
  exp: z.int(),
});

/** Vertex AI, and what hands out its tokens (https://developers.google.com/identity/protocols/oauth2/service-account). */
export function vertexRoutes(twin: VertexTwin): TwinRoute[] {
  const publishers = `/v1/projects/${twin.project}/locations/${twin.region}/publishers`;
  const admit = ({ headers }: Pick<TwinRequest, 'headers'>): void => {
    const token = /^Bearer (?<token>\S+)$/.exec(headers.authorization ?? '')?.groups?.['token'];
    if (token === undefined || !twin.tokens.includes(token) || twin.takesNone)
      throw new TwinRefusal(401, {
        error: { code: 401, message: `Bad token ${token}.`, status: 'UNAUTHENTICATED' },
      });
  };
  return [
    { method: 'POST', path: /\/token/, answer: (request) => exchange(twin, request) },
    {
      method: 'GET',
      path: /\/computeMetadata\/v1\/instance\/service-accounts\/default\/token/,
      answer: (request) => ofMachine(twin, request),
    },
    ...generateRoutes(`${publishers}/google/models/`, admit),
    {
      method: 'POST',
      path: new RegExp(`${publishers}/google/models/(?<model>[^:/]+):predict`),
      answer(request) {
        admit(request);
        return embedTexts(request);
      },
    },
    {
      method: 'POST',
      path: new RegExp(`${publishers}/google/models/(?<model>[^:/]+):embedContent`),
      answer(request) {
        admit(request);
        return embedOneContent(request);
      },
    },
    {
      method: 'POST',
      path: new RegExp(`${publishers}/google/models/(?<model>[^:/]+):countTokens`),
      answer(request) {
        admit(request);
        return countedOf(request, vertexCountRequest);
      },
    },
    {
      method: 'POST',
      path: new RegExp(`${publishers}/anthropic/models/count-tokens:rawPredict`),
      answer(request) {
        admit(request);
        return answerCount(countedByCloud(request));
      },
    },
    {
      method: 'POST',
      path: new RegExp(`${publishers}/anthropic/models/(?<model>[^:/]+):(?:stream)?[rR]awPredict`),
      answer(request) {
        admit(request);
        return answerMessage(asAnthropic(request, 'vertex-2023-10-16'));
      },
    },
  ];
}

/** What counts is no model: the body names the one that it counts for. */
function countedByCloud(request: TwinRequest): TwinRequest {
  const { model, ...members } = {
    ...(parseJson(request.body.toString()) as Record<string, unknown> | undefined),
  };
  const params = { model: typeof model === 'string' ? model : '' };
  const body = Buffer.from(JSON.stringify(members));
  return asAnthropic({ ...request, params, body }, 'vertex-2023-10-16');
}

function exchange(twin: VertexTwin, { body, headers }: TwinRequest) {
  if (twin.failure) throw new TwinRefusal(twin.failure.status, twin.failure.body);
  const form = new URLSearchParams(body.toString());
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  const isGrant = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  if (!isForm || !isGrant) throw refused('unsupported_grant_type', 'Invalid grant_type.');
  checkAssertion(twin, form.get('assertion') ?? '', `http://${headers.host}/token`);
  return jsonReply({ access_token: newToken(twin), expires_in: 3599, token_type: 'Bearer' });
}

/** Throws where an assertion is not what the service account signed for this audience. */
function checkAssertion({ publicKey, email }: VertexTwin, assertion: string, audience: string) {
  const [head = '', payload = '', signature = ''] = assertion.split('.');
  const signed = Buffer.from(`${head}.${payload}`);
  const key = createPublicKey(publicKey);
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url')))
    throw refused('invalid_grant', 'Invalid JWT Signature.');
  const claimed = claims.parse(parseJson(Buffer.from(payload, 'base64url').toString()));
  const isShort = claimed.exp - claimed.iat <= 3600;
  if (claimed.iss !== email || claimed.aud !== audience || !isShort)
    throw refused('invalid_grant', 'Invalid JWT: Token must be a short-lived token.');
}

const refused = (error: string, error_description: string) =>
  new TwinRefusal(400, { error, error_description });

function ofMachine(twin: VertexTwin, { headers }: TwinRequest) {
  if (headers['metadata-flavor'] !== 'Google') throw new TwinRefusal(403, {});
  return jsonReply({ access_token: newToken(twin), expires_in: 3599, token_type: 'Bearer' });
}

function newToken({ tokens }: VertexTwin): string {
  const token = `ya29.a-token-that-nobody-may-see-${tokens.length}-${tokens.join('').length}`;
  tokens.push(token);
  return token;
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { TwinRequest } from '../kit/start-twin.ts';

/** Who may ask a twin. */
export interface TwinKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  /** Taken as a bearer token instead of a signature. */
  readonly apiKey: string;
  readonly region: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<date>\d{8})\/(?<region>[^/]+)\/(?<service>[^/]+)\/aws4_request, ?SignedHeaders=(?<names>[a-z0-9;-]+), ?Signature=(?<signature>[0-9a-f]{64})$/;

const UNKNOWN = 'The security token included in the request is invalid.';

/** What AWS would refuse a request for; undefined where it is signed well. Written from AWS's description, not with its signer. */
export function signatureMistake(request: TwinRequest, keys: TwinKeys): string | undefined {
  const { headers } = request;
  const said = headers.authorization ?? '';
  if (said === `Bearer ${keys.apiKey}`) return undefined;
  if (said.startsWith('Bearer ')) return 'Authentication failed: API key is not valid.';
  const found = AUTHORIZATION.exec(said)?.groups;
  if (!found) return 'Missing Authentication Token';
  if (found['id'] !== keys.accessKeyId) return UNKNOWN;
  if (headers['x-amz-security-token'] !== keys.sessionToken) return UNKNOWN;
  return scopeMistake(request, found, keys) ?? wrongSignature(request, found, keys);
}

type Found = Readonly<Record<string, string>>;

/** A signature is good for a day, a region and a service, and has to cover what AWS acts on. */
function scopeMistake({ headers }: TwinRequest, found: Found, keys: TwinKeys): string | undefined {
  const { date = '', region, service, names = '' } = found;
  const isToday = String(headers['x-amz-date'] ?? '').startsWith(date);
  if (service !== 'bedrock' || region !== keys.region || !isToday)
    return 'Credential should be scoped to a valid region and to service bedrock.';
  const signed = new Set(names.split(';'));
  const required = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  return required.every((name) => signed.has(name)) ? undefined : 'A header is not signed.';
}

function wrongSignature(request: TwinRequest, found: Found, keys: TwinKeys): string | undefined {
  const { date = '', region = '', service = '', names = '', signature = '' } = found;
  const time = String(request.headers['x-amz-date'] ?? '');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const hash = sha256(canonical(request, names.split(';')));
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(
    (from, text) => hmac(from, text),
    `AWS4${keys.secretAccessKey}`,
  );
  const right = hmac(key, ['AWS4-HMAC-SHA256', time, scope, hash].join('\n'));
  return timingSafeEqual(right, Buffer.from(signature, 'hex'))
    ? undefined
    : 'The request signature we calculated does not match the signature you provided.';
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html: paths are encoded twice. */
function canonical(
  { method, path, query, headers, body }: TwinRequest,
  signed: readonly string[],
): string {
  const lines = signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const asked = [...query].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const uri = path.split('/').map(encoded).join('/');
  return [method, uri, asked.join('&'), lines.join(''), signed.join(';'), sha256(body)].join('\n');
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const hmac = (key: string | Buffer, data: string): Buffer =>
  createHmac('sha256', key).update(data).digest();

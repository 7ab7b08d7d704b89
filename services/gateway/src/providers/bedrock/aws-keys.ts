import { parseJson } from '@aicp/common/json/parse-json';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import type {
  AwsContainer,
  AwsIdentity,
  AwsKeys,
  AwsWebIdentity,
} from '../tokens/cloud-identity.ts';
import { Renewed, type Lease } from '../tokens/renewed.ts';
import type { AskForToken, TokenAnswer } from '../tokens/token-request.ts';

export interface AwsKeyParts {
  readonly region: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly ask: AskForToken;
  /** Of a file that is replaced now and then. */
  readonly readText: (path: string) => Promise<string>;
}

/** Keys that requests are signed with. */
export interface AwsKeySource {
  get(): Promise<AwsKeys>;
  /** They are refused: new ones are got, where that can be. */
  forget(keys: AwsKeys): void;
  /** Whether it can. */
  readonly renews: boolean;
}

export const fixedKeys = (keys: AwsKeys): AwsKeySource => ({
  get: () => Promise.resolve(keys),
  forget: () => undefined,
  renews: false,
});

/** None, and why: every request fails with these words. What a provider lacks must not keep a snapshot from being used. */
export const noKeys = (why: string): AwsKeySource => ({
  get: () => Promise.reject(new Error(why)),
  forget: () => undefined,
  renews: false,
});

/** The keys of who the process is, in the order in which AWS's SDKs look; none where the environment says nothing of it. */
export function keysOfIdentity(identity: AwsIdentity, parts: AwsKeyParts): AwsKeySource {
  const { keys, webIdentity, container } = identity;
  if (keys) return fixedKeys(keys);
  if (webIdentity) return renewed(() => assumeRole(webIdentity, parts), parts);
  if (container) return renewed(() => askContainer(container, parts), parts);
  return noKeys(
    'the provider has no secretRef, and the gateway has no role of AWS: give it one by EKS Pod Identity or IRSA',
  );
}

function renewed(obtain: () => Promise<Lease<AwsKeys>>, { clock }: AwsKeyParts): AwsKeySource {
  const keys = new Renewed({ obtain, clock });
  return {
    get: () => keys.get(),
    forget: (refused) => {
      keys.forget(refused);
    },
    renews: true,
  };
}

const CONTAINER_HOSTS = new Set([
  ...['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'],
  ...['localhost', '127.0.0.1', '[::1]'],
]);

const containerAnswer = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  Token: z.string().min(1),
  Expiration: z.iso.datetime({ offset: true }),
});

/** https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html */
async function askContainer(
  { url: address, tokenFile }: AwsContainer,
  { ask, readText }: AwsKeyParts,
): Promise<Lease<AwsKeys>> {
  const url = containerUrl(address);
  const token = tokenFile === undefined ? undefined : await read(tokenFile, readText);
  const answer = await ask({
    ...{ url, method: 'GET' as const },
    headers: token === undefined ? {} : { authorization: token },
  });
  const told = containerAnswer.safeParse(parseJson(answer.body)).data;
  if (answer.status !== 200 || !told)
    throw new Error(`AWS gives the gateway no keys: ${url.host} answers ${answer.status}`);
  return {
    value: {
      accessKeyId: told.AccessKeyId,
      secretAccessKey: told.SecretAccessKey,
      sessionToken: told.Token,
    },
    expiresAt: Date.parse(told.Expiration),
  };
}

/** Its token goes to no other host in plain HTTP, as in AWS's SDKs. */
function containerUrl(address: string): URL {
  const url = URL.parse(address);
  if (
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && CONTAINER_HOSTS.has(url.hostname))
  )
    return url;
  throw new Error('AWS_CONTAINER_CREDENTIALS_FULL_URI is no address that keys are asked of');
}

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html */
async function assumeRole(
  { roleArn, tokenFile, sessionName, endpoint }: AwsWebIdentity,
  { ask, readText, region }: AwsKeyParts,
): Promise<Lease<AwsKeys>> {
  const body = new URLSearchParams({
    ...{ Action: 'AssumeRoleWithWebIdentity', Version: '2011-06-15' },
    ...{ RoleArn: roleArn, RoleSessionName: sessionName },
    WebIdentityToken: await read(tokenFile, readText),
  });
  const answer = await ask({
    url: new URL(endpoint ?? `https://sts.${region}.${domainOf(region)}`),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/xml' },
    body: body.toString(),
  });
  const [accessKeyId, secretAccessKey, sessionToken, expiration] = [
    ...['AccessKeyId', 'SecretAccessKey', 'SessionToken', 'Expiration'],
  ].map((name) => elementOf(answer.body, name));
  const expiresAt = Date.parse(expiration ?? '');
  if (answer.status === 200 && accessKeyId && secretAccessKey && expiresAt > 0)
    return { value: { accessKeyId, secretAccessKey, sessionToken }, expiresAt };
  throw new Error(`AWS STS lets the gateway not assume the role ${roleArn}: ${reasonOf(answer)}`);
}

/** Of the services of a region. */
export const domainOf = (region: string): string =>
  region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';

async function read(path: string, readText: AwsKeyParts['readText']): Promise<string> {
  try {
    return (await readText(path)).trim();
  } catch (error) {
    throw new Error(`the token of the gateway's service account cannot be read at ${path}`, {
      cause: error,
    });
  }
}

/** What an element of XML holds that holds no others. */
const elementOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.trim();

const LONGEST_REASON = 300;

function reasonOf({ status, body }: TokenAnswer): string {
  const [code, message] = [elementOf(body, 'Code'), elementOf(body, 'Message')];
  if (!code) return `it answers ${status}`;
  return (message ? `${code}, ${message}` : code).slice(0, LONGEST_REASON);
}

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from './environment.ts';

const hosts = z.string().transform((text, context) => {
  const nodes = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map(nodeOf);
  const known = nodes.filter((node) => node !== undefined);
  if (known.length === nodes.length && known.length > 0) return known;
  const message = 'must be addresses such as redis-0:6379,redis-1:6379, separated by commas';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

function nodeOf(text: string): RedisNode | undefined {
  const url = URL.canParse(`redis://${text}`) ? new URL(`redis://${text}`) : undefined;
  if (!url?.port || url.host !== text.toLowerCase()) return undefined;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
}

const url = z.string().refine((text) => /^rediss?:\/\/[^/]/.test(text) && URL.canParse(text), {
  message: 'must be an address such as redis://redis:6379 or rediss://redis:6379',
});

/** Where Redis or Valkey is, for what replicas count together. At most one of the URL, the sentinels and the cluster's nodes is set. */
export const REDIS_ENVIRONMENT = {
  AICP_REDIS_URL: url.optional(),
  AICP_REDIS_SENTINELS: hosts.optional(),
  AICP_REDIS_MASTER: z.string().optional(),
  AICP_REDIS_CLUSTER: hosts.optional(),
  AICP_REDIS_USERNAME: z.string().optional(),
  AICP_REDIS_PASSWORD: z.string().optional(),
  AICP_REDIS_PASSWORD_FILE: z.string().optional(),
  /** TLS where the address does not say `rediss://`. */
  AICP_REDIS_TLS: z.stringbool().default(false),
  /** Certificates (PEM) of who may have signed the server's; by default those that Node trusts. */
  AICP_REDIS_CA_FILE: z.string().optional(),
  /** How long a request waits for an answer before its replica decides alone, ms. */
  AICP_REDIS_DEADLINE_MS: z.coerce.number().int().min(5).max(10_000).default(100),
  /** The installation, where several share a server. */
  AICP_REDIS_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,128}$/, 'must be letters, digits, dots and dashes')
    .default('aicp'),
};

export type RedisEnvironment = Readonly<z.output<z.ZodObject<typeof REDIS_ENVIRONMENT>>>;

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** How to reach the server, and with what. */
export interface RedisAddress {
  readonly where:
    | { readonly kind: 'server'; readonly node: RedisNode; readonly database: number }
    | { readonly kind: 'sentinels'; readonly nodes: readonly RedisNode[]; readonly master: string }
    | { readonly kind: 'cluster'; readonly nodes: readonly RedisNode[] };
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly tls: { readonly ca: string | undefined } | undefined;
  readonly installation: string;
}

/** Undefined where no server is named. Reads the files that are named. Throws a ConfigError that names the variable. */
export function redisAddressOf(environment: RedisEnvironment): RedisAddress | undefined {
  const where = whereOf(environment);
  if (!where) return undefined;
  const { AICP_REDIS_URL: text, AICP_REDIS_PREFIX: installation } = environment;
  const isTls = environment.AICP_REDIS_TLS || text?.startsWith('rediss:') === true;
  const tls = isTls ? { ca: fileOf(environment, 'AICP_REDIS_CA_FILE') } : undefined;
  return { where, installation, tls, ...credentialsOf(environment) };
}

function credentialsOf(environment: RedisEnvironment): Pick<RedisAddress, 'username' | 'password'> {
  const { AICP_REDIS_URL: text, AICP_REDIS_USERNAME: username } = environment;
  const named = text === undefined ? undefined : new URL(text);
  const password =
    environment.AICP_REDIS_PASSWORD ?? fileOf(environment, 'AICP_REDIS_PASSWORD_FILE')?.trim();
  return {
    username: username ?? partOf(named?.username),
    password: password ?? partOf(named?.password),
  };
}

function whereOf(environment: RedisEnvironment): RedisAddress['where'] | undefined {
  const {
    AICP_REDIS_URL: text,
    AICP_REDIS_SENTINELS: sentinels,
    AICP_REDIS_CLUSTER: cluster,
    AICP_REDIS_MASTER: master,
  } = environment;
  if ([text, sentinels, cluster].filter((one) => one !== undefined).length > 1) {
    throw new ConfigError(
      'the environment is not complete:\n  AICP_REDIS_URL, AICP_REDIS_SENTINELS and AICP_REDIS_CLUSTER: set one of them',
    );
  }
  if (cluster) return { kind: 'cluster', nodes: cluster };
  if (sentinels) {
    if (master !== undefined) return { kind: 'sentinels', nodes: sentinels, master };
    throw new ConfigError(
      'the environment is not complete:\n  AICP_REDIS_MASTER must be the name by which the sentinels know the master',
    );
  }
  if (text === undefined) return undefined;
  const { hostname, port, pathname } = new URL(text);
  const node = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || '6379') };
  return { kind: 'server', node, database: Number(/^\/(\d+)$/.exec(pathname)?.[1] ?? 0) };
}

const partOf = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : decodeURIComponent(text);

function fileOf(
  environment: RedisEnvironment,
  name: 'AICP_REDIS_PASSWORD_FILE' | 'AICP_REDIS_CA_FILE',
): string | undefined {
  const path = environment[name];
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ConfigError(`the environment is not complete:\n  ${name}: cannot be read: ${path}`, {
      cause,
    });
  }
}

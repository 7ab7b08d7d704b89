import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { UserError, dataDirectory, type OptionValues, type Terminal } from '../cli/command.ts';
import { dataPaths } from '../data/paths.ts';
import { currentState } from '../data/state.ts';

export interface AdminAnswer {
  readonly status: number;
  /** Parsed, where it is JSON; its text otherwise. */
  readonly body: unknown;
}

export interface AdminCall {
  readonly method?: 'GET' | 'POST';
  /** Below `/api/v1/`. */
  readonly path: string;
  readonly body?: object;
  readonly accept?: string;
}

/** Asks the admin API, as the administrator. Rejects with a UserError where nobody answers. */
export type AdminClient = (call: AdminCall) => Promise<AdminAnswer>;

/** For commands that ask the admin API: of `aicp up`, or of a cluster. */
export const ADMIN = {
  option: { admin: { type: 'string' } },
  help: ['--admin URL', 'another admin API, such as a cluster’s, with the key in AICP_ADMIN_KEY'],
} as const;

/** Longer than a provider may take to answer. */
const TIMEOUT_MS = 30_000;

/** The admin API that the options name. Throws a UserError where none is known. */
export function adminOf(
  options: OptionValues,
  { environment }: Pick<Terminal, 'environment'>,
): AdminClient {
  const { admin } = options;
  if (typeof admin === 'string') {
    const key = environment['AICP_ADMIN_KEY'];
    if (key === undefined) throw new UserError('--admin needs the key in AICP_ADMIN_KEY');
    if (!URL.canParse(admin)) throw new UserError(`--admin ${admin} is no address`);
    return adminAt(admin.replace(/\/+$/, ''), key);
  }
  const paths = dataPaths(dataDirectory(options));
  const found = currentState(paths)?.services.find(({ name }) => name === 'admin');
  if (!found) throw new UserError(`no admin service runs in ${paths.root}: run \`aicp up\``);
  return adminAt(found.address, readFileSync(paths.adminKey, 'utf8').trim());
}

/** The admin API at an address, asked with a key. */
export function adminAt(address: string, key: string): AdminClient {
  return async ({ method = 'GET', path, body, accept = 'application/json' }) => {
    try {
      const answer = await request(`${address}/api/v1/${path}`, {
        method,
        headers: {
          ...{ authorization: `Bearer ${key}`, accept },
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
      });
      const text = await answer.body.text();
      const isJson = String(answer.headers['content-type']).includes('json');
      return { status: answer.statusCode, body: isJson ? (JSON.parse(text) as unknown) : text };
    } catch (error) {
      const { code = 'no answer' } = error as { readonly code?: string };
      throw new UserError(`the admin service does not answer at ${address} (${code})`, {
        cause: error,
      });
    }
  };
}

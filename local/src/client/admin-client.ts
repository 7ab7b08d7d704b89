import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { z } from 'zod';
import { UserError, dataDirectory, type OptionValues, type Terminal } from '../cli/command.ts';
import { dataPaths } from '../data/paths.ts';
import { currentState } from '../data/state.ts';

export interface AdminAnswer {
  readonly status: number;
  /** Parsed, where it is JSON; its text otherwise. */
  readonly body: unknown;
}

interface AdminCall {
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

const login = z.object({ access_token: z.string() });

type Send = (path: string, options: Parameters<typeof request>[1]) => Promise<AdminAnswer>;

/** The admin API at an address. The key signs in once, with the first call. */
function adminAt(address: string, key: string): AdminClient {
  const send = sendTo(address);
  let token: string | undefined;
  return async ({ method = 'GET', path, body, accept = 'application/json' }) => {
    token ??= await signIn(send, key);
    return await send(`/api/v1/${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}`, accept },
        ...(body === undefined ? {} : JSON_TYPE),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

async function signIn(send: Send, key: string): Promise<string> {
  const { status, body } = await send('/auth/login', {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ api_key: key }),
  });
  const { data } = login.safeParse(body);
  if (status === 200 && data) return data.access_token;
  throw new UserError(`the admin service does not take the key: it answered ${status}`);
}

const sendTo =
  (address: string): Send =>
  async (path, options) => {
    try {
      const answer = await request(`${address}${path}`, {
        ...options,
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

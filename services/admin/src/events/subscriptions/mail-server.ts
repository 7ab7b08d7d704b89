import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SmtpSettings } from '@aicp/events/channels/channel';

/** What a setting that cannot be used says. */
export interface WrongMailServer {
  readonly wrong: string;
}

const TLS_PORT = 465;
const STARTTLS_PORT = 587;

/**
 * Reads the mail server of a directory: a file for each setting, as a mounted Secret has them (`host`, `from`, `port`, `username`, `password`, `tls`). Undefined where there is
 * no `host`. It is read each time, so that a changed Secret counts without a restart.
 */
export async function readMailServer(
  directory: string,
): Promise<SmtpSettings | WrongMailServer | undefined> {
  const setting = async (name: string): Promise<string | undefined> =>
    textOf(join(directory, name));
  const host = await setting('host');
  if (host === undefined) return undefined;
  const from = await setting('from');
  if (from === undefined) return { wrong: 'the Secret of the mail server has no "from"' };
  const tls = await setting('tls');
  const isTls = tls === 'true' || tls === 'implicit';
  const standard = isTls ? TLS_PORT : STARTTLS_PORT;
  const port = Number((await setting('port')) ?? standard);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return { wrong: 'the "port" of the mail server is no port' };
  }
  return {
    host,
    port,
    isTls,
    from,
    username: await setting('username'),
    password: await setting('password'),
  };
}

/** What stands in a file, without its end of line; undefined where there is none, or nothing in it. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    return text === '' ? undefined : text;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

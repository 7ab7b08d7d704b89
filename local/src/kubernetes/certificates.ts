import { chmod, mkdir, readFile } from 'node:fs/promises';
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { Server as TlsServer } from 'node:tls';
import { replaceFile } from '@aicp/common/files/replace-file';
import type { Clock } from '@aicp/common/time/clock';
import type { Issued } from '@aicp/common/tls/issue-certificate';

const CA_NAME = 'aicp local CA';
const SERVER_NAME = 'aicp local Kubernetes API';
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
const DAY_MS = 86_400_000;
const CA_DAYS = 3650;
const SERVER_DAYS = 365;
/** Renewed this long before the end, so that a server that runs for weeks does not run into it. */
const RENEW_BEFORE_MS = 60 * DAY_MS;

export interface ServerTls {
  /** The CA's certificate, PEM. */
  readonly ca: string;
  /** The server's certificate, PEM. */
  readonly cert: string;
  readonly key: string;
}

async function readPair(directory: string, name: string): Promise<Issued | undefined> {
  try {
    const cert = await readFile(join(directory, `${name}.crt`), 'utf8');
    const key = await readFile(join(directory, `${name}.key`), 'utf8');
    return { cert, key };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writePair(directory: string, name: string, pair: Issued): Promise<void> {
  await replaceFile(join(directory, `${name}.key`), pair.key, 0o600);
  await replaceFile(join(directory, `${name}.crt`), pair.cert, 0o644);
}

const lastsLongEnough = ({ cert }: Issued, nowMs: number): boolean =>
  Date.parse(new X509Certificate(cert).validTo) - nowMs > RENEW_BEFORE_MS;

const issuedBy = (server: Issued, ca: Issued): boolean =>
  new X509Certificate(server.cert).verify(new X509Certificate(ca.cert).publicKey);

/**
 * The certificates in `directory`: an own CA and a server certificate for loopback, made where they are absent and renewed before
 * they end. Keys are readable by their owner alone.
 */
export async function loadCertificates(directory: string, nowMs: number): Promise<ServerTls> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  const ca = await loadOrMake(directory, 'ca', {
    isGood: (pair) => lastsLongEnough(pair, nowMs),
    make: async () => {
      const { issueCa } = await import('@aicp/common/tls/issue-certificate');
      return issueCa({ name: CA_NAME, fromMs: nowMs, untilMs: nowMs + CA_DAYS * DAY_MS });
    },
  });
  const server = await loadOrMake(directory, 'server', {
    isGood: (pair) => lastsLongEnough(pair, nowMs) && issuedBy(pair, ca),
    make: async () => {
      const { issueServer } = await import('@aicp/common/tls/issue-certificate');
      const untilMs = nowMs + SERVER_DAYS * DAY_MS;
      return issueServer(ca, { name: SERVER_NAME, hosts: LOOPBACK, fromMs: nowMs, untilMs });
    },
  });
  return { ca: ca.cert, ...server };
}

async function loadOrMake(
  directory: string,
  name: string,
  pair: { isGood: (pair: Issued) => boolean; make: () => Promise<Issued> },
): Promise<Issued> {
  const found = await readPair(directory, name);
  if (found && pair.isGood(found)) return found;
  const made = await pair.make();
  await writePair(directory, name, made);
  return made;
}

/** Looks every day whether the certificates must be renewed, and has the server go on with the new ones. Runs until `signal` aborts. */
export async function renewCertificates(
  server: object,
  directory: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      await clock.sleep(DAY_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    const { cert, key } = await loadCertificates(directory, clock.now());
    if (server instanceof TlsServer) server.setSecureContext({ cert, key });
  }
}

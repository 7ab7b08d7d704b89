import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Hosts that lead to this machine, to private networks or to metadata services, in the forms that guards were passed by before. */
export const INTERNAL_HOSTS: readonly string[] = [
  // This machine, as IPv4.
  '127.0.0.1',
  '127.0.0.1.',
  '127.255.255.254',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7F.1',
  '0177.0.0.1',
  '017700000001',
  '0177.0x0.1',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0.0.0.0',
  '0',
  // This machine, as IPv6, and IPv4 within it.
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  // This machine, by name.
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌocalhost',
  'ip6-localhost',
  // Private networks, and those of carriers.
  '10.0.0.1',
  '0xa000001',
  '172.16.0.1',
  '192.168.0.1',
  '3232235521',
  '100.64.0.1',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[::ffff:10.0.0.1]',
  '[64:ff9b::10.0.0.1]',
  '[2002:a00:1::]',
  // Neighbours, and metadata services.
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '[::ffff:169.254.169.254]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '[64:ff9b::a9fe:a9fe]',
];

/** A server that only this machine should reach, on the loopback addresses of IPv4 and IPv6. */
export interface SecretServer extends AsyncDisposable {
  readonly port: number;
  /** The requests that came all the same. */
  readonly reached: string[];
}

export async function startSecretServer(): Promise<SecretServer> {
  const reached: string[] = [];
  const onRequest = (request: IncomingMessage, response: { end(text: string): unknown }): void => {
    reached.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    response.end('{"secret":"the keys of the kingdom","data":[]}');
  };
  const first = createServer(onRequest);
  const port = await listening(first, 0, '127.0.0.1');
  const second = createServer(onRequest);
  const hasIpv6 = await listening(second, port, '::1').then(
    () => true,
    () => false,
  );
  return {
    port,
    reached,
    [Symbol.asyncDispose]: async () => {
      await ending(first);
      if (hasIpv6) await ending(second);
    },
  };
}

/** Somewhere that may be asked, which leads on to elsewhere: answers each request by a redirect. */
export async function startRedirector(
  to: string,
): Promise<AsyncDisposable & { readonly port: number; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(307, { location: to }).end();
  });
  const port = await listening(server, 0, OUTSIDE);
  return { port, asked, [Symbol.asyncDispose]: () => ending(server) };
}

/** Stands for an address that may be asked: another one of this machine, which the settings open. */
export const OUTSIDE = '127.0.0.2';

async function listening(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function ending(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

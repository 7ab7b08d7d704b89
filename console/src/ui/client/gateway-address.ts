const ADMIN_PORT = 8086;
const GATEWAY_PORT = 4000;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where the gateway probably is: beside a console on this machine by its usual port, else at an address to fill in. */
export function likelyGateway({ hostname, port }: Pick<URL, 'hostname' | 'port'>): string {
  if (!LOCAL.has(hostname)) return 'https://gateway.example.com';
  const shift = Number(port) - ADMIN_PORT;
  return `http://${hostname}:${GATEWAY_PORT + Math.max(shift, 0)}`;
}

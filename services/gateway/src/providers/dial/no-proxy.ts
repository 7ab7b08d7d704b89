import { BlockList, isIP } from 'node:net';

/** Whether an origin is reached without the proxy. */
export type Exemption = (origin: URL) => boolean;

/**
 * What NO_PROXY exempts, read as curl and Go read it: names with all names below them, with or without a dot (or `*.`) in front, addresses, networks as CIDR, each
 * with or without a port; `*` exempts all. Entries are separated by commas or spaces. Names are not looked up. What is none of these
 * exempts nothing.
 */
export function noProxy(list: string): Exemption {
  const entries = list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(exemptionOf);
  return (origin) => entries.some((isExempt) => isExempt(origin));
}

function exemptionOf(entry: string): Exemption {
  if (entry === '*') return () => true;
  const network = networkOf(entry);
  if (network) return ({ hostname }) => isWithin(network, unbracketed(hostname));
  const { host, port } = parted(entry);
  const name = canonical(host.replace(/^\*?\./, ''));
  if (name === '') return () => false;
  return (origin) => (port === undefined || port === portOf(origin)) && isOf(name, origin.hostname);
}

/** `host:port`, where there is a port; an IPv6 address with one stands in brackets. */
function parted(entry: string): { readonly host: string; readonly port: string | undefined } {
  if (isIP(entry) === 6) return { host: entry, port: undefined };
  const [, host = entry, port] = /^(.*?)(?::([0-9]+))?$/.exec(entry) ?? [];
  return { host, port };
}

function isOf(name: string, hostname: string): boolean {
  const host = canonical(hostname);
  if (host === name) return true;
  return isIP(host) === 0 && host.endsWith(`.${name}`);
}

/** As names and addresses are compared: `::1` is written in many ways. */
function canonical(host: string): string {
  const bare = unbracketed(host.toLowerCase()).replace(/\.$/, '');
  return isIP(bare) === 6 ? unbracketed(new URL(`http://[${bare}]`).hostname) : bare;
}

const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');

export const portOf = ({ port, protocol }: URL): string =>
  port === '' ? ({ 'http:': '80', 'https:': '443' }[protocol] ?? '') : port;

function networkOf(entry: string): BlockList | undefined {
  const [, address = '', bits = ''] = /^(.+)\/([0-9]{1,3})$/.exec(entry) ?? [];
  const family = isIP(unbracketed(address));
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) return undefined;
  const list = new BlockList();
  list.addSubnet(unbracketed(address), Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  return list;
}

function isWithin(network: BlockList, host: string): boolean {
  const family = isIP(host);
  return family !== 0 && network.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

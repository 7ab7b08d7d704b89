import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An address that a request may not be sent to. Its words may be told to whoever wrote the address: where a name leads within the network is not among them. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
  readonly code = 'ERR_FORBIDDEN_ADDRESS';

  /** As it was written: a name, or a number. */
  constructor(host: string) {
    super(`${host} is not an address that requests may be sent to`);
  }
}

/** Which addresses beyond the public ones may be asked. Metadata services, link-local and multicast addresses never may. */
export interface Egress {
  /** Private networks (RFC 1918 and its like), where services of the same cluster stand. */
  readonly privateNetworks: boolean;
  /** This very machine. */
  readonly loopback: boolean;
  /** Further networks, as CIDR. */
  readonly networks: readonly string[];
}

export const PUBLIC_ONLY: Egress = { privateNetworks: false, loopback: false, networks: [] };
export const PRIVATE_TOO: Egress = { ...PUBLIC_ONLY, privateNetworks: true };
/** For one machine, where everything stands beside everything. */
export const LOCAL_TOO: Egress = { ...PRIVATE_TOO, loopback: true };

/**
 * For `node:http` and `node:https`: what an address that somebody else wrote may lead to. Only with `agent: false`, or an agent of its own:
 * a connection that another request opened is not looked at again.
 */
export interface AddressGuard {
  /** Passed to the request: looks at the very addresses that are connected to, so that a name can't change its mind in between. */
  readonly lookup: LookupFunction;
  /** Throws ForbiddenAddress for an address written as a number, which is never looked up. */
  requireAllowed(url: URL): void;
}

/** All addresses of a name: as `dns.lookup` finds them. */
export type ResolveName = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Hears of a name that leads where requests may not be sent, and where that is: for logs, since whoever wrote the name is not told. */
export type OnForbidden = (hostname: string, address: string) => void;

/** Guards against requests that are sent where only this machine can (SSRF). Redirects must not be followed: each would need its own look. */
export function addressGuard(
  egress: Egress,
  resolve: ResolveName = lookup,
  onForbidden: OnForbidden = () => undefined,
): AddressGuard {
  const closed = listOf(closedRanges(egress));
  const opened = listOf(egress.networks.map(rangeOf));
  const isForbidden = (address: string): boolean =>
    isIn(NEVER_LIST, address) || (isIn(closed, address) && !isIn(opened, address));
  return {
    requireAllowed: (url) => {
      const address = literalOf(url);
      if (address !== undefined && isForbidden(address)) throw new ForbiddenAddress(address);
    },
    lookup: (hostname, lookupOptions, callback) => {
      resolve(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
        if (error) {
          callback(error, '', 0);
          return;
        }
        const bad = addresses.find(({ address }) => isForbidden(address));
        if (bad) {
          onForbidden(hostname, bad.address);
          callback(new ForbiddenAddress(hostname), '', 0);
        } else answer(addresses, lookupOptions.all === true, callback);
      });
    },
  };
}

/** What is said of such an address. */
export const NEVER_ALLOWED =
  'is a link-local, metadata, multicast or reserved address, which requests are never sent to: name another';

/** Whether an address is written as a number that nothing may ever be sent to, whatever the settings say. */
export function isNeverAllowed(url: URL): boolean {
  const address = literalOf(url);
  return address !== undefined && isIn(NEVER_LIST, address);
}

function literalOf({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) > 0 ? address : undefined;
}

function answer(
  addresses: LookupAddress[],
  isAll: boolean,
  callback: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses;
  if (isAll || !first) callback(null, addresses);
  else callback(null, first.address, first.family);
}

type Range = readonly [network: string, prefix: number];

/** Of IANA's registries of special addresses: those that lead to no service of anybody, or to this host and its neighbours alone. */
const NEVER: readonly Range[] = [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  ['100::', 64],
  ['100:0:0:1::', 64],
  // Teredo, benchmarks and identifiers that are no addresses.
  ['2001::', 23],
  ['5f00::', 16],
  ['fd00:ec2::254', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** Not public either, unless the settings name them: documentation, an old relay, and the translators of a network's own. */
const RESERVED: readonly Range[] = [
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['64:ff9b:1::', 48],
  ['2001:db8::', 32],
  ['3fff::', 20],
];

const PRIVATE: readonly Range[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['fc00::', 7],
];

const LOOPBACK: readonly Range[] = [
  ['127.0.0.0', 8],
  ['::1', 128],
];

const closedRanges = ({ privateNetworks, loopback }: Egress): readonly Range[] => [
  ...(privateNetworks ? [] : PRIVATE),
  ...(loopback ? [] : LOOPBACK),
  ...RESERVED,
];

function listOf(ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) {
    list.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

const NEVER_LIST = listOf(NEVER);

/** Throws a RangeError for what is no network. */
export function rangeOf(cidr: string): Range {
  const [, network = '', digits = ''] = /^([0-9a-fA-F:.]+)\/([0-9]{1,3})$/.exec(cidr) ?? [];
  const prefix = Number(digits);
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(network)] ?? -1;
  if (prefix > longest) throw new RangeError(`${cidr} is no network, such as 10.0.0.0/8`);
  return [network, prefix];
}

/** Of an IPv4 address inside an IPv6 one (`::ffff:169.254.169.254`, `64:ff9b::a9fe:a9fe`), that one counts too. */
function isIn(list: BlockList, address: string): boolean {
  if (isIP(address) === 4) return list.check(address, 'ipv4');
  const inner = embeddedAddress(address);
  return list.check(address, 'ipv6') || (inner !== undefined && list.check(inner, 'ipv4'));
}

const WORDS = 8;

/** How IPv6 addresses begin that hold an IPv4 one, and at which of their eight words that stands. */
const HOLDERS: readonly (readonly [begins: readonly number[], at: number])[] = [
  // IPv4-compatible and IPv4-mapped (RFC 4291), translated (RFC 2765).
  [[0, 0, 0, 0, 0, 0], 6],
  [[0, 0, 0, 0, 0, 0xffff], 6],
  [[0, 0, 0, 0, 0xffff, 0], 6],
  // NAT64 (RFC 6052), and with a prefix of a network's own (RFC 8215).
  [[0x64, 0xff9b, 0, 0, 0, 0], 6],
  [[0x64, 0xff9b, 1], 6],
  // 6to4 (RFC 3056).
  [[0x2002], 1],
];

/** The IPv4 address that an IPv6 one leads to; undefined where it holds none. A zone (`%eth0`) says nothing. */
export function embeddedAddress(address: string): string | undefined {
  const words = wordsOf(address.replace(/%.*$/, ''));
  // `::` and `::1` are addresses of their own.
  if (words.slice(0, -1).every((word) => word === 0)) return undefined;
  const holder = HOLDERS.find(([begins]) => begins.every((word, index) => words[index] === word));
  if (!holder) return undefined;
  const inner = words.slice(holder[1], holder[1] + 2);
  return inner.flatMap((word) => [word >> 8, word & 255]).join('.');
}

/** The eight words of an IPv6 address, however it is written. */
function wordsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = numbers(head);
  const after = numbers(tail ?? '');
  const missing = Math.max(0, WORDS - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

const numbers = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16));

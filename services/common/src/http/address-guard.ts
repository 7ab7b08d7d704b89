import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An address that a request may not be sent to. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';

  constructor(host: string) {
    super(`${host} is not an address that requests may be sent to`);
  }
}

export interface AddressGuardOptions {
  /** On: loopback and private networks too, where services beside this one live. Never metadata services, link-local or multicast. */
  readonly privateRanges: boolean;
}

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

/** Guards against requests that are sent where only this machine can (SSRF). Redirects must not be followed: each would need its own look. */
export function addressGuard(options: AddressGuardOptions): AddressGuard {
  const forbidden = forbiddenRanges(options);
  const isForbidden = (address: string): boolean => isIn(forbidden, address);
  return {
    requireAllowed: ({ hostname }) => {
      const address = hostname.replace(/^\[|\]$/g, '');
      if (isIP(address) > 0 && isForbidden(address)) throw new ForbiddenAddress(address);
    },
    lookup: (hostname, lookupOptions, callback) => {
      resolve(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
        if (error) {
          callback(error, '', 0);
          return;
        }
        const bad = addresses.find(({ address }) => isForbidden(address));
        if (bad) callback(new ForbiddenAddress(`${hostname} (${bad.address})`), '', 0);
        else answer(addresses, lookupOptions.all === true, callback);
      });
    },
  };
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

const NEVER: readonly Range[] = [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  ['fd00:ec2::254', 128],
  ['fe80::', 10],
  ['ff00::', 8],
];

const PRIVATE: readonly Range[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
];

function forbiddenRanges({ privateRanges }: AddressGuardOptions): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of [...NEVER, ...(privateRanges ? [] : PRIVATE)]) {
    list.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Of an IPv4 address inside an IPv6 one (`::ffff:169.254.169.254`, `64:ff9b::a9fe:a9fe`), that one counts too. */
function isIn(list: BlockList, address: string): boolean {
  if (isIP(address) === 4) return list.check(address, 'ipv4');
  const inner = embedded(address);
  return list.check(address, 'ipv6') || (inner !== undefined && list.check(inner, 'ipv4'));
}

const HOLDERS = ['::ffff:', '64:ff9b::', '2002:'];

function embedded(address: string): string | undefined {
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const holder = HOLDERS.find((prefix) => canonical.startsWith(prefix));
  if (holder === undefined) return undefined;
  const [high, low] = canonical.slice(holder.length).split(':');
  const words = [high, low].map((word) => Number.parseInt(word ?? '', 16) || 0);
  return words.flatMap((word) => [word >> 8, word & 255]).join('.');
}

import { ADDRCONFIG } from 'node:dns';
import { isIP } from 'node:net';
import type { AddressGuard } from '@aicp/common/http/address-guard';

export interface Resolved {
  readonly found: (addresses: readonly string[]) => void;
  readonly failed: (error: Error) => void;
}

export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** The addresses of a URL's host that may be connected to. One that is written as a number is looked at, and not looked up. */
export function resolveHost(url: URL, guard: AddressGuard, { found, failed }: Resolved): void {
  const host = hostOf(url);
  if (isIP(host) === 0) {
    guard.lookup(host, { all: true, hints: ADDRCONFIG }, (error, answer) => {
      const addresses = Array.isArray(answer) ? answer.map(({ address }) => address) : [answer];
      if (error) failed(error);
      else if (addresses.length === 0) failed(new Error(`${host} has no address`));
      else found(addresses);
    });
    return;
  }
  queueMicrotask(() => {
    const refusal = refusalOf(url, guard);
    if (refusal) failed(refusal);
    else found([host]);
  });
}

/** Why an address that is written as a number may not be asked; undefined where it may, and of names. */
export function refusalOf(url: URL, guard: AddressGuard): Error | undefined {
  try {
    guard.requireAllowed(url);
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

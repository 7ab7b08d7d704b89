import { randomInt } from 'node:crypto';
import { networkInterfaces } from 'node:os';

/** A cable between this machine and a node's: two addresses of a network of four. */
export interface Network {
  /** Name of the link on this side. */
  readonly link: string;
  readonly here: string;
  readonly there: string;
}

/** A network that no interface of this machine is in, so that several nodes can run at a time. Throws where there is none. */
export function freeNetwork(): Network {
  const taken = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => address),
  );
  const first = randomInt(256);
  for (let tried = 0; tried < 256; tried += 1) {
    const third = (first + tried) % 256;
    const prefix = `10.200.${third}.`;
    if (taken.some((address) => address.startsWith(prefix))) continue;
    return { link: `aicp-node-${third}`, here: `${prefix}1`, there: `${prefix}2` };
  }
  throw new Error('every network below 10.200.0.0/16 is in use');
}

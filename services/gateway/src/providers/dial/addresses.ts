import { isIP } from 'node:net';
import type { Clock } from '@aicp/common/time/clock';

/** An address that took no connection is tried last for so long. */
const AVOIDED_MS = 30_000;

/** In which order the addresses of a name are tried. */
export class AddressOrder {
  private readonly clock: Pick<Clock, 'monotonic'>;
  /** Until when an address is tried last. */
  private readonly avoided = new Map<string, number>();
  private turn = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.clock = clock;
  }

  /**
   * Both families in turn, beginning with that of the resolver's first (RFC 8305); within each, another one first each time, so that
   * connections are spread. Those that failed of late come last.
   */
  order(addresses: readonly string[]): readonly string[] {
    if (addresses.length < 2) return addresses;
    const { turn } = this;
    this.turn += 1;
    const first = isIP(addresses[0] ?? '');
    const ours = rotated(
      addresses.filter((address) => isIP(address) === first),
      turn,
    );
    const others = rotated(
      addresses.filter((address) => isIP(address) !== first),
      turn,
    );
    const both = Array.from({ length: Math.max(ours.length, others.length) }, (_, index) =>
      [ours[index], others[index]].filter((address) => address !== undefined),
    ).flat();
    const now = this.clock.monotonic();
    const isAvoided = (address: string): boolean => (this.avoided.get(address) ?? 0) > now;
    return [...both.filter((address) => !isAvoided(address)), ...both.filter(isAvoided)];
  }

  /** It took no connection. */
  failed(address: string): void {
    const now = this.clock.monotonic();
    for (const [other, until] of this.avoided) if (until <= now) this.avoided.delete(other);
    this.avoided.set(address, now + AVOIDED_MS);
  }

  worked(address: string): void {
    this.avoided.delete(address);
  }
}

function rotated(list: readonly string[], by: number): readonly string[] {
  const at = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

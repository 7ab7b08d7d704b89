import type { KeyHolder } from '../../memory/holders.ts';
import type { ShareReason } from '../../memory/fair-shares.ts';
import type { Delivery } from '../exchange/phases.ts';

/** What one stream holds of the bytes that answers may fill together. */
export class StreamMemory {
  private readonly delivery: Delivery;
  private taken = 0;
  /** For whom; undefined until any were. */
  private holder: KeyHolder | undefined;

  constructor(delivery: Delivery) {
    this.delivery = delivery;
  }

  /** It holds so many bytes now. Answers why there is no room for them; undefined where there is. */
  hold(bytes: number): ShareReason | 'full' | undefined {
    const { exchange, routed } = this.delivery;
    const { answerBytes, holders } = exchange.gateway;
    this.holder ??= holders.of(routed.principal);
    const missing = answerBytes.takeFor(this.holder, bytes - this.taken, this.taken);
    if (missing === undefined) this.taken = bytes;
    return missing;
  }

  giveBack(): void {
    if (!this.holder) return;
    this.delivery.exchange.gateway.answerBytes.giveBackFor(this.holder, this.taken);
    this.taken = 0;
  }

  /** The same, once the client has it. */
  giveBackWhenSent(): void {
    const { gateway, response } = this.delivery.exchange;
    if (this.holder) gateway.answerBytes.giveBackForAfter(response, this.holder, this.taken);
    this.taken = 0;
  }
}

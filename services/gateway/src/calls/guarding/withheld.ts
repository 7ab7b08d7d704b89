import type { Stop } from '../../guardrails/output/output-guard.ts';
import { guardrailStopped, type Refusal } from '../../pipeline/exchange/refusal.ts';

/** A guardrail stopped what a tool or an agent answered. */
export class Withheld extends Error {
  override readonly name = 'Withheld';
  readonly refusal: Refusal;

  constructor(stop: Stop) {
    super('a guardrail stopped the answer');
    this.refusal = guardrailStopped('answer', stop);
  }
}

import type { Delivery } from '../deliveries/delivery-details.tsx';

/** How a trial went: whether the receiver took what was sent, and why not. */
export interface TrialOutcome {
  readonly isGood: boolean;
  readonly text: string;
}

/** What the first five seconds of a trial's delivery say. */
export function trialOutcome(deliveries: readonly Delivery[]): TrialOutcome {
  const [delivery] = deliveries;
  if (!delivery) return { isGood: false, text: 'Nothing was sent.' };
  const { status, response_code: code, response_ms: ms, error } = delivery;
  if (status === 'delivered') {
    const answer = code === null ? '' : ` with status ${code}`;
    const took = ms === null ? '' : ` in ${ms} ms`;
    return { isGood: true, text: `It arrived: the receiver answered${answer}${took}.` };
  }
  if (error !== null) return { isGood: false, text: error };
  if (code !== null) return { isGood: false, text: `The receiver answered with status ${code}.` };
  return { isGood: false, text: 'It is still on its way: look at the deliveries in a moment.' };
}

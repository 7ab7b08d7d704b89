import type { Refusal } from '../exchange/refusal.ts';
import type { Routed } from '../exchange/phases.ts';

const RETRY_AFTER_SECONDS = 60;

/** 429: as many responses and batches of who asks run in the background as may, or of all; undefined where this one would not, or may. */
export function noRoomToRun({
  exchange,
  principal,
  input,
  candidates,
}: Routed): Refusal | undefined {
  const goesOn =
    input.holding?.goesOn === true &&
    candidates.some(({ provider }) => provider.targets.some(({ client }) => client.askFor));
  if (!goesOn || exchange.gateway.backgrounds.hasRoomFor(principal)) return undefined;
  return {
    ...{ status: 429, type: 'rate_limit_error', code: 'background_limit', param: 'background' },
    message:
      'As many responses and batches run as may. Wait until some have ended, cancel some that nobody needs, or ask for this without background, or one by one.',
    headers: ['retry-after', String(RETRY_AFTER_SECONDS)],
  };
}

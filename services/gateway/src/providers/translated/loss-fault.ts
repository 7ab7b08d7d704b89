import type { Fault } from '../../formats/conversation/answer-event.ts';
import type { UpstreamRequest } from '../upstream/provider-client.ts';

/** Why a request is refused of which the provider cannot be told all; undefined where that may be left out. */
export function lossFault(
  { lossy }: Pick<UpstreamRequest, 'lossy'>,
  dropped: readonly string[],
): Fault | undefined {
  const [first] = dropped;
  if (lossy !== 'reject' || first === undefined) return undefined;
  const advice = 'leave it out, or have the model say lossy: drop';
  const message = `The provider of this model cannot be told ${dropped.join(', ')}: ${advice}.`;
  return { message, param: first, type: 'invalid_request_error', code: 'untranslatable' };
}

import { FORMATS, type FormatName } from '../../formats/format.ts';
import {
  UpstreamError,
  type ProviderClient,
  type UpstreamCall,
  type UpstreamReceiver,
  type UpstreamRequest,
} from './provider-client.ts';
import { NO_SECRETS } from './secret-guard.ts';

/**
 * Stands for a provider whose settings make no client, so that all others are served. Routing passes it over by `unusable`; whoever sends it a request all the
 * same hears why it is not sent.
 */
export class UnusableClient implements ProviderClient {
  readonly speaks: readonly FormatName[] = FORMATS;
  readonly guard = NO_SECRETS;
  readonly errorGuard = NO_SECRETS;
  readonly unusable: string;

  constructor(why: string) {
    this.unusable = why;
  }

  send(_request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    let isOver = false;
    queueMicrotask(() => {
      if (!isOver) receiver.onError(new UpstreamError('credential', this.unusable));
    });
    return {
      pause: () => undefined,
      resume: () => undefined,
      cancel: () => {
        isOver = true;
      },
    };
  }
}

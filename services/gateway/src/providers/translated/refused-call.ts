import type { Fault } from '../../formats/conversation/answer-event.ts';
import type { ClientFormat } from '../../formats/format.ts';
import { chatFormat } from '../../formats/chat/chat-format.ts';
import type { UpstreamCall, UpstreamReceiver } from '../upstream/provider-client.ts';

/** A request that is refused with 400 before it is sent anywhere. Its receiver hears of it a moment later, as of any answer. */
export class RefusedCall implements UpstreamCall {
  private isOver = false;

  /** `client`: the API of the client; absent: one that is not translated, which is answered as OpenAI does. */
  constructor(
    fault: Fault,
    {
      receiver,
      client,
    }: { receiver: UpstreamReceiver; client: Pick<ClientFormat, 'writeFault'> | undefined },
  ) {
    const body = (client ?? chatFormat).writeFault(fault, 400);
    queueMicrotask(() => {
      if (this.isOver) return;
      receiver.onStart(400, { 'content-type': 'application/json' });
      receiver.onData(body);
      receiver.onEnd();
    });
  }

  pause(): void {
    // What it says is one piece.
  }

  resume(): void {
    // It is never paused.
  }

  cancel(): void {
    this.isOver = true;
  }
}

import { AnswerTooLong } from './answer-too-long.ts';

/** Bytes that one answer may have, and all that are being read at a time. */
export interface RoomLimits {
  readonly each: number;
  readonly all: number;
}

/** Memory for the answers of servers of tools. */
export class AnswerRoom {
  private readonly limits: RoomLimits;
  private used = 0;

  constructor(limits: RoomLimits) {
    this.limits = limits;
  }

  /** The same bytes as far as there is room for them; breaks beyond, and says so. What was taken is given back when the body has ended. */
  bound(
    body: ReadableStream<Uint8Array>,
    onBroken: (why: Error) => void = () => undefined,
  ): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let own = 0;
    const giveBack = (): void => {
      this.used -= own;
      own = 0;
    };
    const fail = async (why: Error): Promise<never> => {
      giveBack();
      onBroken(why);
      await reader.cancel(why).catch(() => undefined);
      throw why;
    };
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { done, value } = await reader.read().catch((error: unknown) => {
          giveBack();
          const why = error instanceof Error ? error : new Error(String(error));
          onBroken(why);
          throw why;
        });
        if (done) {
          giveBack();
          controller.close();
          return;
        }
        own += value.byteLength;
        this.used += value.byteLength;
        if (own > this.limits.each || this.used > this.limits.all) {
          await fail(new AnswerTooLong('The answer is longer than is taken.'));
        }
        controller.enqueue(value);
      },
      cancel: async (reason) => {
        giveBack();
        await reader.cancel(reason);
      },
    });
  }
}

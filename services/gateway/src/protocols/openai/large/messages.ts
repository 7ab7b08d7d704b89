import type { BadRequest, ChatFacts } from '../chat-request.ts';

/** A body to read. Its memory moves to the thread, and back with the answer. */
export interface Work {
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What was read of it. */
export interface Done extends Work {
  readonly read: ChatFacts | BadRequest;
}

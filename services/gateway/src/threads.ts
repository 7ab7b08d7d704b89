import { ScanningThread } from '@aicp/detection/thread/scanning-thread';
import { ReadingThread } from './protocols/openai-chat/reading-thread.ts';
import type { GeminiFacts } from './protocols/gemini/gemini-scan.ts';
import type { ResponsesFacts } from './protocols/openai-responses/responses-request.ts';
import type { MessageFacts } from './protocols/anthropic-messages/read-message.ts';
import type { PlainFacts } from './protocols/plain/read-plain.ts';

const MESSAGE_WORKER = new URL('./protocols/anthropic-messages/message-worker.ts', import.meta.url);
const PLAIN_WORKER = new URL('./protocols/plain/plain-worker.ts', import.meta.url);
const GEMINI_WORKER = new URL('./protocols/gemini/worker/gemini-worker.ts', import.meta.url);
const RESPONSES_WORKER = new URL('./protocols/openai-responses/reading-worker.ts', import.meta.url);

/** The threads that do what would keep other requests waiting; each starts with the first large request, and all end with this. */
export interface Threads extends AsyncDisposable {
  readonly reader: ReadingThread;
  /** Of requests for responses. */
  readonly responsesReader: ReadingThread<ResponsesFacts>;
  /** Of requests of Google's API. */
  readonly geminiReader: ReadingThread<GeminiFacts>;
  /** Of requests that are no conversations. */
  readonly plainReader: ReadingThread<PlainFacts>;
  /** Of Anthropic's messages. */
  readonly messageReader: ReadingThread<MessageFacts>;
  readonly scanner: ScanningThread;
}

/** Makes the threads; `onFailure` gets the name of what failed, as the log has it. */
export function makeThreads(onFailure: (event: string) => (error: unknown) => void): Threads {
  const reader = new ReadingThread({ onFailure: onFailure('reading_thread_failed') });
  const responsesReader = new ReadingThread<ResponsesFacts>({
    onFailure: onFailure('responses_reading_thread_failed'),
    source: RESPONSES_WORKER,
  });
  const geminiReader = new ReadingThread<GeminiFacts>({
    onFailure: onFailure('gemini_reading_thread_failed'),
    source: GEMINI_WORKER,
  });
  const onPlainFailure = onFailure('plain_reading_thread_failed');
  const plainReader = new ReadingThread<PlainFacts>({
    onFailure: onPlainFailure,
    source: PLAIN_WORKER,
  });
  const messageReader = new ReadingThread<MessageFacts>({
    onFailure: onFailure('message_reading_thread_failed'),
    source: MESSAGE_WORKER,
  });
  const scanner = new ScanningThread({ onFailure: onFailure('scanning_thread_failed') });
  return {
    reader,
    responsesReader,
    geminiReader,
    plainReader,
    messageReader,
    scanner,
    [Symbol.asyncDispose]: async () => {
      const readers = [reader, responsesReader, messageReader, geminiReader, plainReader];
      const threads = [...readers, scanner];
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

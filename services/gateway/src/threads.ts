import { ScanningThread } from '@aicp/detection/thread/scanning-thread';
import { ReadingThread } from './protocols/openai-chat/reading-thread.ts';
import type { GeminiFacts } from './protocols/gemini/gemini-scan.ts';
import type { ResponsesFacts } from './protocols/openai-responses/responses-request.ts';
import type { PlainFacts } from './protocols/plain/read-plain.ts';

const PLAIN_WORKER = new URL('./protocols/plain/plain-worker.ts', import.meta.url);
const GEMINI_WORKER = new URL('./protocols/gemini/gemini-worker.ts', import.meta.url);
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
  const scanner = new ScanningThread({ onFailure: onFailure('scanning_thread_failed') });
  return {
    reader,
    responsesReader,
    geminiReader,
    plainReader,
    scanner,
    [Symbol.asyncDispose]: async () => {
      const threads = [reader, responsesReader, geminiReader, plainReader, scanner];
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

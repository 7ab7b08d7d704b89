import { ScanningThread } from '@aicp/detection/thread/scanning-thread';
import { ReadingThread } from './protocols/openai-chat/reading-thread.ts';

/** The threads that do what would keep other requests waiting; each starts with the first large request, and all end with this. */
export interface Threads extends AsyncDisposable {
  readonly reader: ReadingThread;
  readonly scanner: ScanningThread;
}

/** Makes the threads; `onFailure` gets the name of what failed, as the log has it. */
export function makeThreads(onFailure: (event: string) => (error: unknown) => void): Threads {
  const reader = new ReadingThread({ onFailure: onFailure('reading_thread_failed') });
  const scanner = new ScanningThread({ onFailure: onFailure('scanning_thread_failed') });
  return {
    reader,
    scanner,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([reader.close(), scanner.close()]);
    },
  };
}

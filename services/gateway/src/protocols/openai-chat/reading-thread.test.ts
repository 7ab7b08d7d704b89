import { describe, expect, it } from 'vitest';
import { readChatRequest } from './chat-request.ts';
import { ReadingThread, type Read } from './reading-thread.ts';

const alone = (text: string): Buffer<ArrayBuffer> => {
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  body.write(text);
  return body;
};

const read = (thread: ReadingThread, text: string): Promise<Read> =>
  new Promise((resolve) => {
    thread.read(alone(text), resolve);
  });

const failed = (error: Error): void => {
  throw error;
};

describe('ReadingThread', () => {
  it('reads as it is read in the main thread, and gives the bytes back', async () => {
    const thread = new ReadingThread({ onFailure: failed });
    const texts = [
      '{"model":"m","messages":[{"role":"user","content":"hi"}],"metadata":{"a":"b"},"stream":true}',
      '{"model":"m","Model":"n","messages":[]}',
      'nothing',
    ];
    const results = await Promise.all(texts.map((text) => read(thread, text)));
    expect(results.map((result) => result?.body.toString())).toEqual(texts);
    expect(results.map((result) => result?.read)).toEqual(
      texts.map((text) => readChatRequest(Buffer.from(text))),
    );
    await thread.close();
  });

  it('says so where it ended before a body was read, and starts anew', async () => {
    const thread = new ReadingThread({ onFailure: failed });
    const first = read(thread, '{"messages":[]}');
    await thread.close();
    await first;
    expect(await read(thread, '{"messages":[]}')).toMatchObject({ read: { stream: false } });
    // So large that the thread cannot have read it when it is ended.
    const last = read(thread, `{"messages":["${'x'.repeat(64 * 1_048_576)}"]}`);
    const ended = thread.close();
    expect(await last).toBeUndefined();
    await ended;
  });
});

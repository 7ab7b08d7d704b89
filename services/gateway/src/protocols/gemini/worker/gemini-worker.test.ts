import { describe, expect, it } from 'vitest';
import { makeThreads } from '@aicp/gateway/threads';
import { readEmbedding } from '../embeddings/embed-scan.ts';
import { readGemini } from '../gemini-scan.ts';

/** A body that is alone in its memory. */
function bytesOf(body: unknown): Buffer<ArrayBuffer> {
  const { buffer } = new Uint8Array(new TextEncoder().encode(JSON.stringify(body)));
  return Buffer.from(buffer);
}

/** What the thread of Google's API reads of a body. */
async function readApart(body: unknown, kind?: string): Promise<unknown> {
  const failures: unknown[] = [];
  await using threads = makeThreads((event) => (error) => failures.push(event, error));
  const done = await new Promise<unknown>((resolve) => {
    threads.geminiReader.read(bytesOf(body), resolve, kind);
  });
  expect(failures).toEqual([]);
  return done;
}

describe('the thread that reads large requests of Google’s API', () => {
  const content = { parts: [{ text: 'x'.repeat(100_000) }] };

  it('reads conversations', async () => {
    const body = { contents: [content] };
    const read = readGemini(bytesOf(body));
    expect(await readApart(body)).toEqual({ body: bytesOf(body), read });
  });

  it.each([
    ['embedContent' as const, { model: 'models/m', content }],
    ['batchEmbedContents' as const, { requests: [{ model: 'models/m', content }] }],
  ])('reads bodies of %s', async (method, body) => {
    const read = readEmbedding(bytesOf(body), method);
    expect(read).toMatchObject({ model: 'm' });
    expect(await readApart(body, method)).toEqual({ body: bytesOf(body), read });
  });
});

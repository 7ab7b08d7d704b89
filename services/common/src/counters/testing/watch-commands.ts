import { once } from 'node:events';
import { connect } from 'node:net';

/** A line of MONITOR: when, which database and client, and the words, each in quotes. */
const COMMAND = /^\+(\d+\.\d+) \[[^\]]*\] (.*)$/;
const WORD = /"((?:[^"\\]|\\.)*)"/g;
const ESCAPE = /\\(?:x([0-9a-f]{2})|(.))/g;
const NAMED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' };

/**
 * Hears of each command that a Redis on this machine takes: when it came, in ms, and its words. It reads the connection itself: ioredis takes
 * a command that comes together with the answer to MONITOR for an answer that it did not wait for, and fails.
 */
export async function watchCommands(
  port: number,
  hear: (ms: number, words: readonly string[]) => void,
): Promise<Disposable> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  await once(socket, 'connect');
  let held = '';
  const begun = Promise.withResolvers<undefined>();
  socket.on('error', begun.reject);
  socket.on('data', (text: string) => {
    const lines = (held + text).split('\r\n');
    held = lines.pop() ?? '';
    for (const line of lines) {
      const [, seconds, words] = COMMAND.exec(line) ?? [];
      if (line === '+OK') begun.resolve(undefined);
      else if (words !== undefined) hear(Number(seconds) * 1000, wordsOf(words));
    }
  });
  socket.write('MONITOR\r\n');
  await begun.promise;
  return { [Symbol.dispose]: () => socket.destroy() };
}

const wordsOf = (text: string): string[] =>
  [...text.matchAll(WORD)].map(([, word = '']) =>
    word.replaceAll(ESCAPE, (_, hex: string | undefined, name: string | undefined) =>
      hex === undefined
        ? (NAMED[name ?? ''] ?? name ?? '')
        : String.fromCharCode(parseInt(hex, 16)),
    ),
  );

import { expect, it } from 'vitest';
import { atMost } from '../testing/at-most.ts';
import { key, model, provider } from '../testing/fragments.ts';
import { askRaw } from '../testing/gateway-answer.ts';
import { pour } from '../testing/pour.ts';
import { startRawPeer } from '../testing/raw-peer.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

const MIB = 1_048_576;
/** Of the CPU, so that it is the same on a busy machine. Client and provider run in the same process, and take their part of it. */
const LONGEST_TURN_MS = atMost(100);

/** The longest turn of the event loop until `over`, in milliseconds of CPU. */
async function longestTurn(over: Promise<unknown>): Promise<number> {
  const state = { isOver: false };
  void over.finally(() => {
    state.isOver = true;
  });
  let longest = 0;
  let before = process.threadCpuUsage();
  while (!state.isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  }
  return longest;
}

it.each([
  ['lists that are only opened', '', '['.repeat(65_536), 502],
  [
    'small members without any usage',
    '{"choices":[{"message":{}}],"x":[0',
    ',{"a":[1,2]}'.repeat(5461),
    200,
  ],
  [
    'members that are called usage',
    '{"choices":[{"message":{}}],"x":[0',
    ',{"usage":{"a":1}}'.repeat(3600),
    200,
  ],
])(
  'nobody waits longer than 100 ms while 20 MB come of %s',
  async (_what, begin, text, status) => {
    const piece = Buffer.from(text);
    const times = Math.ceil((20 * MIB) / piece.length);
    const end = ']}';
    const length = begin.length + times * piece.length + end.length;
    await using peer = await startRawPeer((socket) => {
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
      pour(socket, head + begin, { piece, times, end });
    });
    await using gateway = await startTestGateway({
      fragments: {
        providers: [provider('only', { baseUrl: `http://127.0.0.1:${peer.port}/v1` })],
        models: [model('main', 'only')],
        keys: [key('alice')],
      },
    });
    let answered = 0;
    const asked = askRaw(gateway.url, 'main', {}).then((answer) => {
      answered = answer.status;
    });
    const longest = await longestTurn(asked);
    expect(answered).toBe(status);
    expect(longest).toBeLessThan(LONGEST_TURN_MS);
  },
  60_000,
);

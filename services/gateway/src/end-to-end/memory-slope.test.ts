import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import { saying } from '../testing/clients.ts';
import { key, model, provider } from '../testing/fragments.ts';
import { startIsolatedGateway } from '../testing/gateway-process.ts';
import {
  answerJson,
  beginStream,
  completion,
  delta,
  ENDING,
  startScriptedProvider,
} from '../testing/scripted-provider.ts';

/** 200,000 are what the gateway is held to, which take minutes. */
const REQUESTS = Number(process.env['AICP_SLOPE_REQUESTS'] ?? 3000);
/** What the memory may seem to have grown by over all of them: less than 21 bytes a request, of 200,000. */
const MOST_BYTES = 4 * 1_048_576;
const POINTS = 10;
/** Caches fill and code is compiled before these. */
const WARM_UP_POINTS = 3;
const AT_ONCE = 32;

const bodyOf = (name: string, stream: boolean): string =>
  JSON.stringify({ model: name, stream, messages: saying('Say something about the sea.') });
/** Answered, streamed, sent on to the next provider by the first one's failure, and refused. */
const BODIES = [
  bodyOf('main', false),
  bodyOf('main', true),
  bodyOf('broken', false),
  bodyOf('unknown', false),
];

it(`the memory in use does not grow over ${REQUESTS} requests`, async () => {
  await using upstream = await startScriptedProvider((response, { body }, count) => {
    // What a provider was sent is of no interest here, and would be kept by the test itself.
    upstream.received.length = 0;
    if (body.includes('"bad"'))
      answerJson(response, { error: { message: 'no' } }, 400 + (count % 2));
    else if (body.includes('"stream":true'))
      beginStream(response).end(delta('x') + ENDING.join(''));
    else answerJson(response, completion('hello'));
  });
  await using gateway = await startIsolatedGateway({
    providers: [provider('only', { baseUrl: upstream.url, maxRetries: 0 })],
    models: [model('main', 'only'), model('broken', 'only', { upstreamModel: 'bad' })],
    keys: [key('alice')],
  });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const sizes: number[] = [];
  for (let point = 0; point < POINTS; point += 1) {
    await askMany(gateway.port, agent, Math.ceil(REQUESTS / POINTS));
    sizes.push(await gateway.process.bytesInUse());
  }
  agent.destroy();
  const grown = slopeOf(sizes.slice(WARM_UP_POINTS)) * POINTS;
  const kib = sizes.map((size) => Math.round(size / 1024)).join(' ');
  process.stdout.write(`${REQUESTS} requests: ${kib} KiB, ${Math.round(grown)} bytes of growth\n`);
  expect(grown).toBeLessThan(MOST_BYTES);
}, 900_000);

async function askMany(port: number, agent: Agent, count: number): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await ask(port, agent, BODIES[next % BODIES.length] ?? '');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

function ask(port: number, agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      agent,
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer sk-alice', 'content-length': Buffer.byteLength(body) },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume().once('end', resolve);
    });
    sent.end(body);
  });
}

/** By how much values grow from one to the next, by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const part = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const whole = values.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
  return part / whole;
}

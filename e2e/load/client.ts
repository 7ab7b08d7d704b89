// Runs in a pod: asks for completions without a pause, every fourth as a stream, and says a few times a second how many went how.
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const url = process.env['GATEWAY_URL'] ?? '';
const authorization = `Bearer ${process.env['AICP_KEY'] ?? ''}`;
const AT_ONCE = 6;
/** As clients of OpenAI do: after an error of the connection, not after an answer. */
const RETRIES = 6;
const FIRST_RETRY_MS = 50;
const TIMEOUT_MS = 20_000;
const SAY_EVERY_MS = 200;

const counts = { sent: 0, answered: 0, failed: 0, lostConnections: 0 };
/** How often what went wrong. */
const wrong: Record<string, number> = {};
/** Each connection leads to one pod, so new ones are needed for the load to come to all pods. */
const REQUESTS_PER_CONNECTION = 5;
const agent = new Agent({ keepAlive: true });

const note = (what: string): void => void (wrong[what] = (wrong[what] ?? 0) + 1);

async function attempt(stream: boolean): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, signal, headers }, resolve);
    sent.shouldKeepAlive = counts.sent % REQUESTS_PER_CONNECTION !== 0;
    sent.once('error', reject);
    const messages = [{ role: 'user', content: 'Hello' }];
    sent.end(JSON.stringify({ model: 'smart', messages, stream }));
  });
  const body = await text(answer);
  if (answer.statusCode !== 200) {
    counts.failed += 1;
    note(`${answer.statusCode ?? 0} ${body.slice(0, 300)}`);
  } else if (stream && !body.includes('data: [DONE]\n')) {
    counts.failed += 1;
    note('a stream without its end');
  } else {
    counts.answered += 1;
  }
}

async function ask(stream: boolean): Promise<void> {
  counts.sent += 1;
  for (let tried = 0; tried <= RETRIES; tried += 1) {
    try {
      await attempt(stream);
      return;
    } catch (error) {
      counts.lostConnections += 1;
      note((error as NodeJS.ErrnoException).code ?? String(error));
      await delay(FIRST_RETRY_MS * 2 ** tried);
    }
  }
  counts.failed += 1;
}

async function work(): Promise<never> {
  for (;;) await ask(counts.sent % 4 === 3);
}

setInterval(() => process.stdout.write(`${JSON.stringify({ ...counts, wrong })}\n`), SAY_EVERY_MS);
await Promise.all(Array.from({ length: AT_ONCE }, work));

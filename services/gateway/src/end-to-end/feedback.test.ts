import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FEEDBACK_A_MINUTE } from '../http/feedback/feedback-rate.ts';
import { FakeBudget, startBudgetServer } from '../testing/fake-budget.ts';
import { key, model, simulated } from '../testing/fragments.ts';
import { saying } from '../testing/clients.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';

const fragments = {
  providers: [simulated('sim')],
  models: [model('small', 'sim')],
  keys: [key('alice', { organization: 'acme' })],
};

const send = async (
  { url }: TestGateway,
  body: unknown,
  { path = '/v1/feedback', secret = 'sk-alice' } = {},
) => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

/** A budget service, and a gateway that delivers to it. */
async function delivering() {
  await using starting = new AsyncDisposableStack();
  const directory = starting.use(await temporaryDirectory());
  const budget = new FakeBudget();
  const server = starting.use(await startBudgetServer(budget));
  const tokenFile = join(directory.path, 'token');
  await writeFile(tokenFile, 'secret');
  const delivery = { url: server.url, tokenFile, caFile: undefined };
  const gateway = starting.use(await startTestGateway({ fragments, config: { delivery } }));
  const running = starting.move();
  return { budget, gateway, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

it('feedback on an answer reaches the budget service, without its comment', async () => {
  await using around = await delivering();
  const { gateway, budget } = around;
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice' },
    body: JSON.stringify({ model: 'small', messages: saying('hi') }),
  });
  await answer.text();
  const request_id = answer.headers.get('x-request-id');
  const sent = await send(gateway, { request_id, score: -0.5, comment: 'my secret words' });
  expect(sent).toMatchObject({
    status: 202,
    body: { object: 'feedback', request_id, score: -0.5 },
  });
  expect(sent.headers.get('x-request-id')).toMatch(/./);
  await expect
    .poll(() => budget.feedback)
    .toMatchObject([{ request_id, organization: 'acme', key: 'alice', score: -0.5 }]);
  expect(JSON.stringify(budget.batches)).not.toContain('secret words');
});

it('feedback waits on the disk for a budget service that knows of none, and nothing waits for it', async () => {
  await using around = await delivering();
  const { gateway, budget } = around;
  budget.takesFeedback = false;
  expect((await send(gateway, { request_id: 'r1', score: 1 })).status).toBe(202);
  await expect
    .poll(() => budget.batches.some(({ feedback = [] }) => feedback.length > 0))
    .toBe(true);
  await (
    await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ model: 'small', messages: saying('hi') }),
    })
  ).text();
  await expect.poll(() => budget.usage.size).toBe(1);
  expect(budget.feedback).toEqual([]);
});

it.each<[string, unknown, string | null]>([
  ['no JSON', '{', null],
  ['no object', [1], null],
  ['no request', { score: 1 }, 'request_id'],
  ['an odd id', { request_id: 'a b', score: 1 }, 'request_id'],
  ['no score', { request_id: 'r' }, 'score'],
  ['a score as text', { request_id: 'r', score: '1' }, 'score'],
  ['too high a score', { request_id: 'r', score: 1.01 }, 'score'],
  ['too low a score', { request_id: 'r', score: -2 }, 'score'],
  ['a comment that is no text', { request_id: 'r', score: 1, comment: {} }, 'comment'],
])('feedback with %s is refused', async (_, body, param) => {
  await using gateway = await startTestGateway({ fragments });
  expect(await send(gateway, body)).toMatchObject({
    status: 400,
    body: { error: { type: 'invalid_request_error', param } },
  });
});

it('feedback needs a key, tells nobody which requests there are, and is bounded', async () => {
  await using gateway = await startTestGateway({ fragments });
  const good = { request_id: 'nobody-has-sent-it', score: 1 };
  expect(await send(gateway, good, { secret: 'sk-eve' })).toMatchObject({
    status: 401,
    body: { error: { code: 'invalid_api_key' } },
  });
  expect((await send(gateway, good, { path: '/feedback' })).status).toBe(202);
  const long = { ...good, comment: 'x'.repeat(20_000) };
  expect((await send(gateway, long)).status).toBe(413);
  const got = await fetch(`${gateway.url}/v1/feedback`);
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
});

it('a key that sends more feedback than people press buttons is told to wait', async () => {
  await using gateway = await startTestGateway({ fragments });
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < FEEDBACK_A_MINUTE + 3; sent += 1) {
    const { status, headers } = await send(gateway, { request_id: 'r', score: 0 });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect([...statuses]).toEqual([
    [202, FEEDBACK_A_MINUTE],
    [429, 3],
  ]);
});

import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { guardrail } from '../testing/guardrails.ts';
import { collect } from '../testing/journal-lines.ts';
import {
  answerJson,
  beginStream,
  completion,
  delta,
  ENDING,
  type Script,
  unasked,
} from '../testing/scripted-provider.ts';
import type { TestGateway } from '../testing/start-test-gateway.ts';
import { answers, askMain, startTwoProviders } from '../testing/two-providers.ts';
import { waitFor } from '../testing/wait-for.ts';
import { readFacts } from '../usage/journal/read-usage.ts';

/** A nano-dollar for a token of the prompt, and two for one of the answer. */
const main = { prices: { input: '1000000', output: '2000000' } };
/** It looks at answers alone. */
const guarded = guardrail('test', {
  stages: ['output'],
  unscannable: 'block',
  detectors: [
    { id: 'pii', type: 'pii', action: 'redact' },
    {
      ...{ id: 'words', type: 'keyword', action: 'block' },
      patterns: [{ pattern: 'forbidden', action: 'block' }],
    },
  ],
});

const start = (one: Script) =>
  startTwoProviders({ one, two: answers, main, more: { guardrails: [guarded] } });
const says =
  (body: object): Script =>
  (response) => {
    answerJson(response, body);
  };
const streams =
  (...events: string[]): Script =>
  (response) => {
    beginStream(response).end(events.join(''));
  };

async function factsOf({ directory }: TestGateway) {
  const journal = join(directory, 'journal');
  return await waitFor(async () => (await collect(readFacts(journal)))[0]);
}

const contentOf = (text: string): string =>
  (JSON.parse(text) as ReturnType<typeof completion>).choices[0]?.message.content ?? '';

/** All that a stream says. */
const contentsOf = (stream: string): string =>
  [...stream.matchAll(/"content":"([^"]*)"/g)].map(([, content]) => content).join('');

/** Longer than what is held back. */
const BEFORE = 'Some words before it. '.repeat(20);

describe('a guarded JSON answer', () => {
  it('is passed on with what was found replaced, and costs what the provider counted', async () => {
    await using all = await start(says({ ...completion('write to jo@example.com'), odd: 1e300 }));
    const { status, text } = await askMain(all.gateway);
    expect({ status, text: contentOf(text) }).toEqual({
      status: 200,
      text: 'write to <EMAIL_ADDRESS_1>',
    });
    expect(text).toContain('"odd":1e+300');
    const { usage } = await factsOf(all.gateway);
    expect(usage).toMatchObject({
      ...{ completion: 'complete', source: 'provider', output: 5 },
      guardrails: [
        {
          ...{ guardrail: 'test', stage: 'output', verdict: 'redacted' },
          findings: [{ label: 'EMAIL_ADDRESS', action: 'redact', count: 1 }],
        },
      ],
    });
  });

  it('is looked at decoded where it is encoded', async () => {
    const body = gzipSync(JSON.stringify(completion('ann@example.org')));
    await using all = await start((response) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      response.writeHead(200, headers).end(body);
    });
    expect(contentOf((await askMain(all.gateway)).text)).toBe('<EMAIL_ADDRESS_1>');
  });

  it('is held whole where it is large', async () => {
    const long = 'some words '.repeat(20_000);
    await using all = await start(says(completion(`${long}ann@example.org`)));
    const { text } = await askMain(all.gateway);
    expect(contentOf(text)).toBe(`${long}<EMAIL_ADDRESS_1>`);
  });

  it('is withheld where guardrails stop it: told why and not what, paid, and asked of nobody else', async () => {
    await using all = await start(says(completion('this is forbidden here')));
    const { status, text } = await askMain(all.gateway);
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({
      error: {
        code: 'guardrail_blocked',
        message: 'The guardrail "test" stopped the answer: words.',
      },
    });
    expect(text).not.toContain('forbidden');
    const { usage, attempts } = await factsOf(all.gateway);
    expect(usage).toMatchObject({ completion: 'complete', source: 'provider', status: 403 });
    expect(usage).toMatchObject({ input: 10, output: 5, cost_nano_usd: 20 });
    expect(attempts).toHaveLength(1);
    expect(all.second.received).toHaveLength(0);
    expect(usage.guardrails).toMatchObject([{ guardrail: 'test', verdict: 'blocked' }]);
    expect(JSON.stringify([usage, all.gateway.logged])).not.toContain('forbidden');
  });

  it('is withheld where it holds what may not go on unseen', async () => {
    const spoken = completion('');
    Object.assign(spoken.choices[0]?.message ?? {}, { audio: { id: 'a', data: 'UklGRg==' } });
    await using all = await start(says(spoken));
    const { status, text } = await askMain(all.gateway);
    expect(status).toBe(403);
    expect(text).toContain('it holds sound, which it cannot look at');
    expect((await factsOf(all.gateway)).usage.guardrails).toMatchObject([
      { verdict: 'blocked', reason: 'audio' },
    ]);
  });

  it('is withheld where it is larger than guardrails look at', async () => {
    await using all = await start(says(completion('word '.repeat(1_800_000))));
    const { status, text } = await askMain(all.gateway);
    expect(status).toBe(502);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'answer_too_large' } });
    expect(all.second.received).toHaveLength(0);
    expect((await factsOf(all.gateway)).usage).toMatchObject({
      completion: 'complete',
      status: 502,
    });
  });
});

describe('a guarded stream', () => {
  const ask = (gateway: TestGateway) => askMain(gateway, { stream: true });

  it('says what it said where nothing is found in it', async () => {
    await using all = await start(streams(delta('some words. '), ...ENDING));
    const { text } = await ask(all.gateway);
    const [stop, , done] = ENDING.map(unasked);
    // The last word waits for what comes behind it.
    expect(text).toContain([...['some ', 'words. '].map(delta).map(unasked), stop, done].join(''));
  });

  it('is passed on with what was found replaced, however it is cut', async () => {
    await using all = await start(streams(delta('to jo@exa'), delta('mple.org now'), ...ENDING));
    const { text } = await ask(all.gateway);
    expect(contentsOf(text)).toBe('to <EMAIL_ADDRESS_1> now');
    expect(text).toContain('data: [DONE]');
    expect((await factsOf(all.gateway)).usage.guardrails).toMatchObject([{ verdict: 'redacted' }]);
  });

  it('is read as one answer where one was asked for, whatever choices a provider makes of it', async () => {
    const choice = (index: number, content: string) => {
      const chunk = JSON.parse(delta(content).slice('data: '.length)) as { choices: object[] };
      return `data: ${JSON.stringify({ ...chunk, choices: [{ ...chunk.choices[0], index }] })}\n\n`;
    };
    await using all = await start(
      streams(choice(0, 'this is forb'), choice(1, 'idden'), ...ENDING),
    );
    expect((await ask(all.gateway)).text).not.toContain('idden');
    const several = await askMain(all.gateway, { stream: true, n: 2 });
    expect(contentsOf(several.text)).toContain('idden');
  });

  it('ends with an error and without [DONE] where it is stopped, and the provider is hung up on', async () => {
    let ended: ServerResponse | undefined;
    await using all = await start((response) => {
      ended = beginStream(response);
      response.write(delta(BEFORE));
      response.write(delta('then forbid'));
      response.write(delta('den words, '));
    });
    const { status, text } = await ask(all.gateway);
    expect(status).toBe(200);
    expect(contentsOf(text)).toMatch(/^Some words before it\. Some/);
    expect(text).not.toContain('forbid');
    expect(text).not.toContain('[DONE]');
    const last = text.split('\n\n').at(-2) ?? '';
    expect(JSON.parse(last.slice('data: '.length))).toMatchObject({
      error: { code: 'guardrail_blocked' },
    });
    await waitFor(() => Promise.resolve(ended?.destroyed || undefined));
    const { usage, attempts } = await factsOf(all.gateway);
    expect(usage).toMatchObject({ completion: 'complete', source: 'estimate', status: 200 });
    expect(usage.output).toBeGreaterThan(0);
    expect(attempts).toHaveLength(1);
    expect(all.second.received).toHaveLength(0);
    const [decision] = all.gateway.running.decisions.newest();
    expect(decision).toMatchObject({ result: 'serve', status: 200, code: 'guardrail_blocked' });
  });

  it('is refused by the status where its first text is stopped', async () => {
    await using all = await start(streams(delta('forbidden words. '), ...ENDING));
    const { status, text } = await ask(all.gateway);
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'guardrail_blocked' } });
    expect((await factsOf(all.gateway)).usage).toMatchObject({
      completion: 'complete',
      status: 403,
    });
  });

  it('is replaced as a whole where one event is long, and what comes behind it stays behind it', async () => {
    const long = 'jo@example.org and '.repeat(20_000);
    await using all = await start(streams(delta('first, '), delta(long), delta('last'), ...ENDING));
    const { status, text } = await ask(all.gateway);
    expect(status).toBe(200);
    expect(contentsOf(text)).toBe(
      `first, ${long.replaceAll('jo@example.org', '<EMAIL_ADDRESS_1>')}last`,
    );
    expect(text).toContain('data: [DONE]');
  });

  it('is withheld where one event is larger than guardrails look at', async () => {
    await using all = await start(streams(delta('word '.repeat(1_800_000)), ...ENDING));
    const { status, text } = await ask(all.gateway);
    expect(status).toBe(502);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'answer_too_large' } });
    expect(all.second.received).toHaveLength(0);
  });

  it('has what guardrails said until then recorded when the client leaves', async () => {
    await using all = await start((response) => {
      beginStream(response).write(delta(BEFORE));
    });
    const leaving = new AbortController();
    const response = await fetch(`${all.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ model: 'main', messages: [], stream: true }),
      signal: leaving.signal,
    });
    expect(response.status).toBe(200);
    leaving.abort();
    const { usage } = await factsOf(all.gateway);
    expect(usage.guardrails).toMatchObject([
      { guardrail: 'test', stage: 'output', verdict: 'passed', findings: [] },
    ]);
  });
});

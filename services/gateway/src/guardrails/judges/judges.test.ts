import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import type { JudgeTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { Judges, type JudgeOf, type JudgeQuestion } from './judges.ts';
import { saying, scriptedJudge, type ScriptedJudge } from './testing/scripted-judge.ts';

const ALLOWED = saying({ action: 'allow' });
const BLOCKED = { action: 'block', label: 'VIOLENCE', score: 0.9 };

let now = 0;
let judge: ScriptedJudge;
let judges: Judges;

beforeEach(async () => {
  now = 0;
  judge = await scriptedJudge(ALLOWED);
  judges = new Judges({
    egress: { platform: LOCAL_TOO, tenants: PUBLIC_ONLY },
    clock: { monotonic: () => now },
    random: () => 0.5,
  });
});
afterEach(async () => {
  await judges.close();
  await judge[Symbol.asyncDispose]();
});

const of = (terms: Partial<JudgeTerms> = {}, more: Partial<JudgeOf> = {}): JudgeOf => ({
  organization: undefined,
  token: undefined,
  terms: {
    ...{ type: 'http', url: judge.url, credential: 'none', timeoutMs: 5000, piiAction: 'redact' },
    ...terms,
  },
  ...more,
});
const about = (...texts: string[]): JudgeQuestion => ({
  ...{ stage: 'input', model: 'fast', metadata: {} },
  texts,
});

describe('judges', () => {
  it('are asked with their token, once for all texts, over one connection', async () => {
    const sure = of({ credential: 'set' }, { token: 'of-the-judge' });
    expect(await judges.ask(sure, about('one', 'two'))).toMatchObject({ findings: [] });
    judge.answer = saying(BLOCKED);
    // Until then the connection still has an answer.
    await new Promise(setImmediate);
    expect(await judges.ask(sure, about('one'))).toMatchObject({
      findings: [{ label: 'VIOLENCE', action: 'block' }],
    });
    expect(judge.heard.map(({ json }) => (json as { text: string }).text)).toEqual([
      'one\n\ntwo',
      'one',
    ]);
    expect(judge.heard[0]?.headers.authorization).toBe('Bearer of-the-judge');
    expect(new Set(judge.heard.map(({ socket }) => socket)).size).toBe(1);
  });

  it('are not asked about nothing, and not without the credential that they want', async () => {
    expect(await judges.ask(of(), about('', ' \n'))).toMatchObject({ findings: [] });
    const fault = { fault: 'no_credential' };
    expect(await judges.ask(of({ credential: 'missing' }), about('x'))).toEqual(fault);
    expect(await judges.ask(of({ credential: 'set' }), about('x'))).toEqual(fault);
    expect(judge.heard).toEqual([]);
  });

  it('are asked about each text by itself where they replace some of several', async () => {
    judge.answer = (response, { json }) => {
      const { text } = json as { text: string };
      if (text.includes('Nora')) {
        saying({ action: 'redact', label: 'NAME', text: text.replace('Nora', 'N.') })(response);
      } else ALLOWED(response);
    };
    expect(await judges.ask(of(), about('hello', 'Nora'))).toMatchObject({
      findings: [{ text: 1, action: 'redact', start: 0, end: 4 }],
      replaced: new Map([[1, 'N.']]),
    });
    judge.answer = (response, { json }) => {
      const isJoined = (json as { text: string }).text.includes('\n\n');
      saying({ action: isJoined ? 'redact' : 'allow' })(response);
    };
    expect(await judges.ask(of(), about('hello', 'Nora'))).toEqual({ fault: 'bad_answer' });
  });

  it('are asked about no more than a megabyte', async () => {
    expect(await judges.ask(of(), about('a'.repeat(2_000_000)))).toEqual({ fault: 'too_long' });
    expect(judge.heard).toEqual([]);
  });

  it('find what stands in the midst of a long text, once', async () => {
    judge.answer = (response, { json }) => {
      const { text } = json as { text: string };
      const at = text.indexOf('Nora');
      // As Presidio counts.
      const start = Array.from(text.slice(0, at)).length;
      const entity = { entity_type: 'PERSON', start, end: start + 4, score: 1 };
      saying(at < 0 ? [] : [entity])(response);
    };
    const text = `${'😀'.repeat(10_700)} Nora ${'é'.repeat(30_000)}`;
    const start = text.indexOf('Nora');
    expect(await judges.ask(of({ type: 'presidio' }), about(text))).toMatchObject({
      findings: [{ label: 'PERSON', start, end: start + 4 }],
    });
    expect(judge.heard.length).toBeGreaterThan(1);
  });
});

describe('a judge that is no good', () => {
  it.each([
    ['no JSON', 200, 'nonsense', 'bad_answer'],
    ['JSON of another shape', 200, '{"verdict":"fine"}', 'bad_answer'],
    ['a member twice', 200, '{"action":"block","action":"allow"}', 'bad_answer'],
    ['a member twice by an escape', 200, '{"action":"allow","\\u0061ction":"block"}', 'bad_answer'],
    ['too much', 200, ' '.repeat(1_100_000), 'bad_answer'],
    ['that it refuses', 400, '{"action":"allow"}', 'bad_answer'],
    ['that it does not take the credential', 401, '{"action":"allow"}', 'no_credential'],
    ['that it is busy', 429, '{"action":"allow"}', 'unreachable'],
    ['that it failed', 500, '{"action":"allow"}', 'unreachable'],
  ])('answers %s, and is not believed', async (_, status, body, fault) => {
    judge.answer = (response) => response.writeHead(status).end(body);
    expect(await judges.ask(of(), about('x'))).toEqual({ fault });
  });

  it('leads nobody elsewhere', async () => {
    judge.answer = (response) =>
      response.writeHead(307, { location: 'http://169.254.169.254/' }).end();
    expect(await judges.ask(of(), about('x'))).toEqual({ fault: 'bad_answer' });
    expect(judge.heard).toHaveLength(1);
  });

  it.each([['in silence'], ['in the midst of its answer']])(
    'is waited for no longer %s',
    async (how) => {
      judge.answer = (response) => {
        if (how !== 'in silence') response.writeHead(200).write('{"action":');
      };
      expect(await judges.ask(of({ timeoutMs: 50 }), about('x'))).toEqual({ fault: 'timeout' });
    },
  );

  it('stands where an organization may not send anything', async () => {
    const own = of({}, { organization: 'acme' });
    expect(await judges.ask(own, about('x'))).toEqual({ fault: 'unreachable' });
    const named = of(
      { url: judge.url.replace('127.0.0.1', 'localhost') },
      { organization: 'acme' },
    );
    expect(await judges.ask(named, about('x'))).toEqual({ fault: 'unreachable' });
    expect(judge.heard).toEqual([]);
  });

  it('is not there', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const url = `http://127.0.0.1:${port}/`;
    expect(await judges.ask(of({ url }), about('x'))).toEqual({ fault: 'unreachable' });
  });

  it('is left alone for a while, and asked again after it', async () => {
    const terms = of();
    judge.answer = saying({}, 500);
    for (let times = 0; times < 5; times += 1) await judges.ask(terms, about('x'));
    expect(await judges.ask(terms, about('x'))).toEqual({ fault: 'unreachable' });
    expect(judge.heard).toHaveLength(5);
    now += 60_000;
    judge.answer = ALLOWED;
    expect(await judges.ask(terms, about('x'))).toMatchObject({ findings: [] });
    expect(await judges.ask(terms, about('x'))).toMatchObject({ findings: [] });
    expect(judge.heard).toHaveLength(7);
  });

  it('is not blamed for a client that left', async () => {
    const terms = of();
    const leaving = new AbortController();
    judge.answer = () => {
      leaving.abort();
    };
    for (let times = 0; times < 6; times += 1) {
      await expect(judges.ask(terms, about('x'), leaving.signal)).rejects.toThrow();
    }
    judge.answer = ALLOWED;
    expect(await judges.ask(terms, about('x'))).toMatchObject({ findings: [] });
  });
});

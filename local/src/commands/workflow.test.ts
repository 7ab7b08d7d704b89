import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../cli/run.ts';
import { dataPaths } from '../data/paths.ts';
import type { UpState } from '../data/state.ts';
import { inputOf } from '../workflows/input-of.ts';
import { workflow } from './workflow.ts';

const head = { id: 'e-1', template: 'research', created_at: '2026-11-26T10:00:00Z' };
const plan = {
  id: 'plan',
  path: 'plan',
  type: 'llm',
  status: 'completed',
  attempts: 2,
  tokens: 120,
  cost: 0.000048,
};
const answer = { id: 'answer', path: 'answer', type: 'llm' };

/** What an execution is like each time that it is looked at. */
const COURSE = [
  {
    ...head,
    status: 'running',
    steps: [{ ...plan, status: 'running', attempts: 1, tokens: 0, cost: 0 }],
  },
  { ...head, status: 'running', steps: [plan, { ...answer, status: 'running' }] },
  {
    ...{ ...head, status: 'completed', total_tokens: 200, total_cost: 0.0001 },
    output: { answer: '42' },
    steps: [plan, { ...answer, status: 'completed', tokens: 80, cost: 0.000052 }],
  },
];

const RESEARCH = {
  type: 'research',
  input_schema: {
    type: 'object',
    required: ['query'],
    properties: { query: { type: 'string' }, depth: { type: 'integer' } },
  },
};

describe('aicp workflow', () => {
  const directory = mkdtempSync(join(tmpdir(), 'aicp-workflow-'));
  const asked: { method?: string; url?: string; key?: string; body?: unknown }[] = [];
  let engine: Server;
  let course: object[] = [];

  beforeAll(async () => {
    engine = createServer((request, response) => {
      const { method = '', url = '', headers } = request;
      const answer = (status: number, body: object) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      };
      if (method === 'POST') {
        void json(request).then((body) => {
          asked.push({ method, url, body, key: String(headers.authorization) });
          const { template } = body as { template: string };
          if (template === 'research') answer(201, { ...head, status: 'pending' });
          else
            answer(422, {
              detail: 'No.',
              errors: [{ path: 'input.query', message: 'is missing' }],
            });
        });
        return;
      }
      asked.push({ method, url });
      if (url.startsWith('/api/v1/templates?')) answer(200, [RESEARCH]);
      else if (url.includes('?')) answer(200, [{ ...head, status: 'running' }]);
      else answer(200, course.shift()!);
    });
    await new Promise<void>((resolve) => {
      engine.listen(0, '127.0.0.1', resolve);
    });
    const { port } = engine.address() as AddressInfo;
    const state: UpState = {
      ...{ supervisor: process.pid, version: '0.1.0', startedAt: '2026-11-01T00:00:00Z' },
      ...{ portOffset: 0, kubeconfig: '', adminKeyFile: '', configRevision: '1.1', ready: true },
      services: [
        {
          ...{ name: 'workflow', pid: process.pid, ready: true, restarts: 0 },
          address: `http://127.0.0.1:${port}`,
        },
      ],
      console: { status: 'ready', address: 'http://127.0.0.1:8080/console/', log: '' },
      failure: null,
    };
    writeFileSync(dataPaths(directory).state, JSON.stringify(state));
    writeFileSync(dataPaths(directory).adminKey, 'the key\n');
  });
  afterAll(async () => {
    await new Promise((resolve) => engine.close(resolve));
    rmSync(directory, { recursive: true });
  });

  async function aicp(...args: string[]) {
    const said = { out: '', err: '' };
    const all = ['workflow', ...args, '--data-dir', directory];
    const commands = { workflow: () => Promise.resolve(workflow) };
    const code = await run(all, commands, {
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
      ...{ isTerminal: false, environment: {}, signal: new AbortController().signal },
    });
    return { code, ...said };
  }

  it('executes one as the administrator, and says what its steps do and what came of it', async () => {
    course = [...COURSE];
    const { code, out, err } = await aicp(
      'run',
      'research',
      '--input',
      'query=Why?',
      '--input',
      'depth=2',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ answer: '42' });
    expect(err.split('\n')).toEqual([
      'research e-1',
      '  plan: running',
      '  plan: completed, attempt 2, 120 tokens, $0.000048',
      '  answer: running',
      '  answer: completed, 80 tokens, $0.000052',
      'completed, 200 tokens, $0.0001',
      '',
    ]);
    const post = asked.find(({ method }) => method === 'POST');
    expect(post).toMatchObject({
      ...{ url: '/api/v1/executions', key: 'Bearer the key' },
      body: { template: 'research', input: { query: 'Why?', depth: 2 } },
    });
  });

  it('fails with an execution that failed, and says why', async () => {
    course = [{ ...head, status: 'failed', error: 'The step plan failed.' }];
    const { code, out, err } = await aicp('run', 'research', '--follow');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('The step plan failed.');
  });

  it('gives a text to a field that takes texts, whatever it looks like', async () => {
    course = [COURSE[2]!];
    expect((await aicp('run', 'research', '--input', 'query=2026', 'depth=2')).code).toBe(0);
    expect(asked.findLast(({ method }) => method === 'POST')?.body).toEqual({
      ...{ template: 'research', input: { query: '2026', depth: 2 } },
    });
    expect(asked.some(({ url }) => url === '/api/v1/templates?q=research&limit=500')).toBe(true);
  });

  it('says where and how a step that waits for an approval is decided, or why not by whoever started it', async () => {
    const waiting = { id: 'check', path: 'each[1].check', type: 'approval', status: 'waiting' };
    const refused = { ...waiting, path: 'own', cannot_decide: 'Another person decides.' };
    const pause = { id: 'pause', path: 'pause', type: 'wait', status: 'waiting' };
    course = [{ ...head, status: 'waiting', steps: [waiting, refused, pause] }, COURSE[2]!];
    const { err } = await aicp('run', 'research', 'query=x');
    const lines = err.split('\n');
    const at = lines.indexOf('  each[1].check: waiting');
    expect(lines.slice(at + 1, at + 3)).toEqual([
      '    it waits for an approval: decide at http://127.0.0.1:8080/console/executions/e-1, or by this command, where false declines',
      expect.stringMatching(
        /^ {4}curl http:\/\/127\.0\.0\.1:\d+\/api\/v1\/executions\/e-1\/signal -H .*\$\(cat '.*'\)" .* -d '\{"step":"each\[1\]\.check","payload":\{"approved":true\}\}'$/,
      ) as string,
    ]);
    const own = lines.indexOf('  own: waiting');
    expect(lines.slice(own + 1, own + 4)).toEqual([
      ...['    Another person decides.', '    http://127.0.0.1:8080/console/executions/e-1'],
      '  pause: waiting',
    ]);
  });

  it('leaves one alone where it is told to, and says its id', async () => {
    expect(await aicp('run', 'research', '--detach')).toEqual({ code: 0, out: 'e-1\n', err: '' });
  });

  it('says field by field why one was refused', async () => {
    const { code, err } = await aicp('run', 'other');
    expect([code, err]).toEqual([1, 'aicp workflow: No.\n  input.query is missing\n']);
  });

  it('lists executions', async () => {
    const { out } = await aicp('list', '--status', 'running');
    expect(asked.at(-1)?.url).toBe('/api/v1/executions?status=running');
    expect(out.split('\n')[1]).toMatch(/^e-1 +research +running +2026-11-26T10:00:00Z +0 +\$0$/);
  });

  it('says what to do where there is none, or nothing was said', async () => {
    expect((await aicp()).err).toContain('aicp workflow run research');
    rmSync(dataPaths(directory).state);
    expect((await aicp('list')).err).toContain('make up starts it');
  });
});

describe('what is typed as an input', () => {
  it('is texts, or what JSON says that they are', () => {
    expect(inputOf(['query=a = b', 'depth=2', 'tags=["x"]', 'none=null'])).toEqual({
      ...{ query: 'a = b', depth: 2, tags: ['x'], none: 'null' },
    });
    expect(inputOf(['{"query": "x", "depth": 1}', 'depth=2'])).toEqual({ query: 'x', depth: 2 });
    const schema = {
      properties: { a: { type: 'string', minLength: 2 }, b: { type: ['string', 'number'] } },
    };
    expect(inputOf(['a=12', 'b=12', 'c=12'], { ...schema, required: ['d'] })).toEqual({
      ...{ a: '12', b: 12, c: 12 },
    });
    expect(inputOf(['a=1'], schema)).toEqual({ a: 1 });
    expect(inputOf(['a=12'], { properties: 7 })).toEqual({ a: 12 });
    expect(() => inputOf(['query'])).toThrow(/NAME=VALUE/);
    expect(() => inputOf(['{"query":'])).toThrow(/is no JSON/);
  });
});

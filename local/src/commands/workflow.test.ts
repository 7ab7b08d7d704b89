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
const plan = { id: 'plan', status: 'completed', attempts: 2, tokens: 120, cost: 0.000048 };

/** What an execution is like each time that it is looked at. */
const COURSE = [
  { ...head, status: 'running', steps: [{ id: 'plan', status: 'running' }] },
  { ...head, status: 'running', steps: [plan, { id: 'answer', status: 'running' }] },
  {
    ...{ ...head, status: 'completed', total_tokens: 200, total_cost: 0.0001 },
    output: { answer: '42' },
    steps: [plan, { id: 'answer', status: 'completed', tokens: 80, cost: 0.000052 }],
  },
];

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
      if (url.includes('?')) answer(200, [{ ...head, status: 'running' }]);
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
    expect(() => inputOf(['query'])).toThrow(/NAME=VALUE/);
    expect(() => inputOf(['{"query":'])).toThrow(/is no JSON/);
  });
});

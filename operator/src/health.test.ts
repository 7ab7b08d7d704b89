import { listen } from '@aicp/common/http/listen';
import { Counter, Registry } from '@aicp/common/metrics/registry';
import { expect, it, onTestFinished } from 'vitest';
import { healthApp } from './health.ts';

async function served() {
  const state: { notReady?: string } = {};
  const registry = new Registry();
  new Counter({ name: 'a_total', help: 'x', registers: [registry] }).inc();
  const app = healthApp({ notReady: () => state.notReady, registry });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close(0));
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  return { get, state };
}

it('lives whether it is of use or not', async () => {
  const { get, state } = await served();
  state.notReady = 'no snapshot is committed yet';
  expect((await get('/healthz')).status).toBe(200);
});

it('is ready, or says why it is not', async () => {
  const { get, state } = await served();
  expect((await get('/readyz')).status).toBe(200);
  state.notReady = 'CRD models.aicp.dev is not installed';
  const { status, text } = await get('/readyz');
  expect(status).toBe(503);
  expect(text).toContain('CRD models.aicp.dev is not installed');
});

it('shows its metrics', async () => {
  const { get } = await served();
  expect((await get('/metrics')).text).toContain('a_total 1');
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, systemClock } from '@aicp/common/time/clock';
import { startHttpReceiver, type HttpReceiver } from '@aicp/events/testing/http-receiver';
import { startSmtpReceiver, type SmtpReceiver } from '@aicp/events/testing/smtp-receiver';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../kubernetes/control-plane/until.ts';
import { Installation } from './installation.ts';

/** From when the provider is slow until a violation is open, and told by all channels, s. */
const OPEN_WITHIN_S = 60;
/** Beside other tests a look may take its time. */
const PATIENCE_MS = 180_000;

let installation: Installation;
let receiver: HttpReceiver;
let mail: SmtpReceiver;
const mailDirectory = mkdtempSync(join(tmpdir(), 'aicp-smtp-'));

beforeAll(async () => {
  receiver = await startHttpReceiver();
  mail = await startSmtpReceiver();
  const smtp = { host: '127.0.0.1', port: String(mail.port), from: 'aicp@example.com' };
  for (const [name, text] of Object.entries(smtp)) writeFileSync(join(mailDirectory, name), text);
  installation = await Installation.prepare();
  const { code, err } = await installation.up({
    AICP_ADMIN_KEY: 'a-key-of-my-own-choosing',
    AICP_SMTP_DIRECTORY: mailDirectory,
    AICP_PAGERDUTY_URL: `${receiver.url}/pagerduty`,
  });
  expect(code, err).toBe(0);
}, 180_000);
afterAll(async () => {
  await installation.remove();
  await receiver[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
  rmSync(mailDirectory, { recursive: true });
});

const received = (path: string) =>
  receiver.requests
    .filter(({ url }) => url === path)
    .map(({ body, headers }) => ({
      headers: headers as Record<string, string>,
      body,
      json: JSON.parse(body) as Record<string, unknown>,
    }));

it('a service level that a real installation falls short of is told once by each channel, and so is its end', async () => {
  const api = await signedIn();
  await api('POST', 'providers', {
    name: 'wire',
    type: 'simulated',
    simulation: { latency_ms: 20 },
  });
  await api('POST', 'models', { id: 'wire/small', provider: 'wire' });
  const hook = await api('POST', 'events/subscriptions', {
    ...{ name: 'Hook', event_types: ['sla.*'], channel: 'webhook' },
    config: { url: `${receiver.url}/hook` },
  });
  for (const [channel, config] of Object.entries({
    slack: { webhook_url: `${receiver.url}/slack` },
    pagerduty: { routing_key: 'R0UT1NG' },
    email: { to: ['ops@example.com'] },
  })) {
    await api('POST', 'events/subscriptions', {
      name: channel,
      event_types: ['sla.*'],
      channel,
      config,
    });
  }
  await api('POST', 'sla/definitions', {
    ...{ name: 'Fast', provider: 'wire', model_pattern: 'wire/*' },
    ...{ target_p95_ms: 400, evaluation_window_minutes: 1 },
  });
  await using traffic = startTraffic('wire/small');
  await until(async () => (await metIn(api)) === 'True', {
    what: 'it is met',
    timeoutMs: PATIENCE_MS,
  });
  expect(receiver.requests).toEqual([]);

  const slowAt = performance.now();
  await api('PUT', 'providers/wire', { simulation: { latency_ms: 900 } });
  const told = (type: string) => ({
    hook: received('/hook').filter(({ json }) => json['type'] === type).length,
    mail: mail.mails.filter(({ raw }) => raw.includes(type)).length,
  });
  await until(() => told('sla.violation').hook > 0, {
    what: 'the violation is told',
    timeoutMs: PATIENCE_MS,
  });
  const openS = (performance.now() - slowAt) / 1000;
  await until(
    () =>
      told('sla.violation').mail > 0 &&
      received('/slack').length > 0 &&
      received('/pagerduty').length > 0,
    { what: 'all channels are told', timeoutMs: PATIENCE_MS },
  );
  process.stdout.write(`violation told ${openS.toFixed(1)} s after the provider became slow\n`);
  expect(openS).toBeLessThanOrEqual(OPEN_WITHIN_S);
  const active = (await api('GET', 'sla/violations/active')) as unknown as object[];
  expect(active).toMatchObject([{ sla_id: 'fast', metric: 'p95_ms', target: 400, status: 'open' }]);

  await api('PUT', 'providers/wire', { simulation: { latency_ms: 20 } });
  await until(() => told('sla.resolved').hook > 0 && told('sla.resolved').mail > 0, {
    what: 'the end is told',
    timeoutMs: 2 * PATIENCE_MS,
  });
  await until(() => received('/pagerduty').length > 1 && received('/slack').length > 1, {
    what: 'all channels are told of the end',
    timeoutMs: PATIENCE_MS,
  });
  for (const type of ['sla.violation', 'sla.resolved']) {
    expect(told(type), type).toEqual({ hook: 1, mail: 1 });
  }
  const verifier = new Webhook(String(hook['secret']));
  for (const { headers, body } of received('/hook')) verifier.verify(body, headers);
  const [first, last, ...more] = received('/pagerduty').map(({ json }) => json);
  expect(more).toEqual([]);
  expect([first?.['event_action'], last?.['event_action']]).toEqual(['trigger', 'resolve']);
  expect(last?.['dedup_key']).toBe(first?.['dedup_key']);
  expect(received('/slack').map(({ json }) => Object.keys(json))).toEqual([
    ['text', 'blocks'],
    ['text', 'blocks'],
  ]);
  expect(traffic.failures).toBe(0);
}, 900_000);

/** What its condition Met says. */
async function metIn(api: Api): Promise<string | undefined> {
  const { conditions } = await api('GET', 'sla/definitions/fast');
  const known = conditions as readonly { type: string; status: string }[];
  return known.find(({ type }) => type === 'Met')?.status;
}

type Api = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

/** The admin API as the administrator. */
async function signedIn(): Promise<Api> {
  const url = installation.adminUrl;
  const login = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: installation.key }),
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  return async (method, path, body) => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    expect(response.status, `${method} ${path}: ${JSON.stringify(answer)}`).toBeLessThan(300);
    return answer;
  };
}

/** So many clients ask a request a second each, however long answers take: as many people as there are ask, whether a provider is slow or not. */
const CLIENTS = 12;

/** Traffic until it is disposed. */
function startTraffic(model: string): AsyncDisposable & { readonly failures: number } {
  const ending = new AbortController();
  let failures = 0;
  const ask = async (): Promise<void> => {
    const response = await installation.ask({ model });
    await response.arrayBuffer();
    if (response.status !== 200) failures += 1;
  };
  const client = async (): Promise<void> => {
    while (!ending.signal.aborted)
      await Promise.all([ask(), pause(systemClock, 1_000, ending.signal)]);
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    get failures() {
      return failures;
    },
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      await Promise.all(clients);
    },
  };
}

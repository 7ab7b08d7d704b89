import { describe, expect, it } from 'vitest';
import { diagnosedModel, diagnosedProvider } from './diagnosed.ts';
import { findingsOn, lineOf, notesOn, type Case } from './findings.ts';
import { serviceFindings } from './services.ts';

const isTrue = (type: string) => ({ type, status: 'True', reason: type, message: 'It is.' });
const FINE = ['Accepted', 'Programmed', 'Ready'].map(isTrue);

const provider = (status: object = {}) =>
  diagnosedProvider.parse({
    metadata: { name: 'openai' },
    spec: { type: 'openai' },
    status: { conditions: FINE, ...status },
  });
const model = (spec: object = {}, conditions: object[] = FINE) =>
  diagnosedModel.parse({
    metadata: { name: 'fast' },
    spec: { modelId: 'gpt-4o', provider: 'openai', ...spec },
    status: { conditions },
  });

const WELL: Case = {
  provider: provider(),
  models: [model()],
  verdict: { ok: true, reason: null, message: 'It answers.' },
  offer: { total: 1, models: [{ id: 'gpt-4o' }] },
};
const lines = (more: Partial<Case>) => findingsOn({ ...WELL, ...more }).map(lineOf);

describe('findings on a provider', () => {
  it('are none where all is well', () => {
    expect(lines({})).toEqual([]);
    const idle = {
      type: 'Healthy',
      status: 'Unknown',
      reason: 'NoTraffic',
      message: 'Nobody asks.',
    };
    expect(lines({ provider: provider({ conditions: [...FINE, idle] }) })).toEqual([]);
  });

  it('say why it does not answer, as one line', () => {
    const verdict = { ok: false, reason: 'dns', message: 'The name x is\nnot found.' };
    expect(lines({ verdict, offer: undefined })).toEqual([
      'provider/openai: dns: The name x is not found.',
    ]);
  });

  it('name conditions that do not hold, of it and of its models', () => {
    const not = { type: 'Programmed', status: 'False', reason: 'SecretNotFound', message: 'None.' };
    expect(
      lines({ provider: provider({ conditions: [not] }), models: [model({}, [not])] }),
    ).toEqual([
      'provider/openai: Programmed is False (SecretNotFound): None.',
      'model/fast: Programmed is False (SecretNotFound): None.',
    ]);
    expect(lines({ provider: provider({ conditions: [] }) })).toEqual([
      expect.stringContaining('the operator has said nothing'),
    ]);
  });

  it('name gateways that pass it over', () => {
    const open = {
      replica: 'gateway-0',
      credential: 'default',
      circuit: 'open',
      reason: 'http_503',
    };
    const [line] = lines({
      provider: provider({ health: [open, { ...open, circuit: 'closed' }] }),
    });
    expect(line).toContain('gateway-0 passes it over');
    expect(line).toContain('http_503');
  });

  it('name models that its vendor does not list, and none that are switched off', () => {
    const missing = model({ upstreamModel: 'gpt-5-typo' });
    expect(lines({ models: [missing] })).toEqual([
      expect.stringMatching(/^model\/fast: openai lists no model "gpt-5-typo"/),
    ]);
    const off = model({ upstreamModel: 'gpt-5-typo', isActive: false });
    expect(lines({ models: [off] })).toEqual([]);
    expect(lines({ models: [missing], offer: { total: 9, models: [{ id: 'a' }] } })).toEqual([]);
    const tagged = model({ upstreamModel: 'llama3' });
    expect(
      lines({ models: [tagged], offer: { total: 1, models: [{ id: 'llama3:latest' }] } }),
    ).toEqual([]);
  });

  it('are no types that cannot be asked: that is a note', () => {
    const verdict = { ok: false, reason: 'not_testable', message: 'Bedrock lists elsewhere.' };
    const seen = { ...WELL, verdict, offer: undefined };
    expect(findingsOn(seen)).toEqual([]);
    expect(notesOn(seen).map(lineOf)).toEqual(['provider/openai: Bedrock lists elsewhere.']);
  });
});

it('findings on services name those that do not run, and those that are not ready', () => {
  const service = (name: string, pid: number | null, ready: boolean) => ({
    ...{ name, pid, ready, address: `http://127.0.0.1/${name}`, restarts: 0 },
  });
  const state = {
    ...{ supervisor: 1, version: '1', startedAt: '', portOffset: 0, kubeconfig: '' },
    ...{ adminKeyFile: '', configRevision: null, ready: false, failure: null },
    services: [
      service('operator', null, false),
      service('gateway', 1, true),
      service('admin', 2, true),
    ],
  };
  const found = serviceFindings(state, { root: '/data', isGatewayReady: false });
  expect(found.map(({ about }) => about)).toEqual(['operator', 'gateway']);
  expect(serviceFindings(undefined, { root: '/data', isGatewayReady: false })).toHaveLength(1);
});

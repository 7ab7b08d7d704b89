import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { freshMetrics, recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { Finding } from '@aicp/contracts/poll/findings-report';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chosenFindings, ReportedFindings } from './reported-findings.ts';

const AT = '2026-01-01T00:00:00Z';

const found = (name: string, status: 'True' | 'False', p95Ms = 100): Finding => ({
  kind: 'SLADefinition',
  name,
  uid: `SLADefinition-${name}`,
  conditions: [
    {
      type: 'Met',
      status,
      reason: status === 'True' ? 'Met' : 'Violated',
      message: `p95 ${p95Ms}`,
    },
    { type: 'Verdict', status: 'True', reason: 'Foreign', message: 'of another kind' },
  ],
  observed: { p95Ms },
});

function operator(figuresMs?: number) {
  const clock = new ManualClock();
  const objects = new Map<string, KubernetesObject>();
  const state = { leads: true, findings: undefined as readonly Finding[] | undefined };
  const said: string[] = [];
  const put = (kind: string, name: string, uid = `${kind}-${name}`) =>
    objects.set(`${kind}/${name}`, { metadata: { name, uid } });
  const findings = new ReportedFindings({
    sources: [
      {
        kinds: ['SLADefinition'],
        ...(figuresMs === undefined ? {} : { figuresMs }),
        findings: () => state.findings,
      },
    ],
    objects: () =>
      [...objects].map(([key, { metadata }]) => {
        const [kind = '', name = ''] = key.split('/');
        return { kind, name, uid: metadata.uid! };
      }),
    object: (kind, name) => objects.get(`${kind}/${name}`),
    write: (kind, name) => {
      const object = objects.get(`${kind}/${name}`)!;
      const { conditions, observed } = findings.of({ uid: object.metadata.uid! })!;
      const stored = conditions.map((one) => ({ ...one, lastTransitionTime: AT }));
      objects.set(`${kind}/${name}`, { ...object, status: { conditions: stored, observed } });
      const words = conditions.map((one) => `${one.type} ${one.status} ${one.reason}`);
      said.push([name, JSON.stringify(observed), ...words].join(', '));
    },
    isLeader: () => state.leads,
    hasSynced: () => true,
    clock,
    random: () => 0.5,
    log: recordingLog().log,
    metrics: freshMetrics().metrics,
  });
  onTestFinished(() => findings.stop());
  const hear = async (...all: readonly Finding[]) => {
    state.findings = all;
    findings.noticed();
    await clock.advance(1_000);
    return said.splice(0);
  };
  return { clock, findings, hear, objects, put, said, state };
}

describe('what services find out', () => {
  it('is written at once where another thing holds, and every 30 s where figures are others', async () => {
    const { clock, hear, put, said } = operator();
    put('SLADefinition', 'fast');
    expect(await hear(found('fast', 'True'))).toEqual(['fast, {"p95Ms":100}, Met True Met']);
    expect(await hear(found('fast', 'True', 120))).toEqual([]);
    expect(await hear(found('fast', 'False', 900))).toEqual([
      'fast, {"p95Ms":900}, Met False Violated',
    ]);
    expect(await hear(found('fast', 'False', 901))).toEqual([]);
    await clock.advance(30_000);
    expect(said.splice(0)).toEqual(['fast, {"p95Ms":901}, Met False Violated']);
    expect(await hear(found('fast', 'False', 902))).toEqual([]);
  });

  it('is written as seldom as its source says, where figures alone are others', async () => {
    const { clock, hear, put, said } = operator(60_000);
    put('SLADefinition', 'fast');
    await hear(found('fast', 'True'));
    expect(await hear(found('fast', 'True', 120))).toEqual([]);
    await clock.advance(50_000);
    expect(said).toEqual([]);
    await clock.advance(15_000);
    expect(said.splice(0)).toEqual(['fast, {"p95Ms":120}, Met True Met']);
    expect(await hear(found('fast', 'False', 900))).toHaveLength(1);
  });

  it('is written of the object that is meant alone', async () => {
    const { hear, put } = operator();
    put('SLADefinition', 'fast', 'another');
    put('Team', 'fast', 'SLADefinition-fast');
    expect(await hear(found('fast', 'True'), found('gone', 'True'))).toEqual([]);
  });

  it('is unknown when nobody has said anything for three minutes, and known again with the next report', async () => {
    const { clock, hear, put, said, state } = operator();
    put('SLADefinition', 'fast');
    await hear(found('fast', 'True'));
    state.findings = undefined;
    await clock.advance(175_000);
    expect(said).toEqual([]);
    await clock.advance(20_000);
    expect(said.splice(0)).toEqual(['fast, {"p95Ms":100}, Met Unknown NotReported']);
    expect(await hear(found('fast', 'True'))).toEqual(['fast, {"p95Ms":100}, Met True Met']);
  });

  it('is not written again by a new leader that hears the same', async () => {
    const { findings, hear, put } = operator();
    put('SLADefinition', 'fast');
    await hear(found('fast', 'True'));
    findings.leaderChanged();
    expect(await hear(found('fast', 'True'))).toEqual([]);
  });

  it('is written at most 50 times at a look, and the rest at the next ones', async () => {
    const { clock, findings, put, said, state } = operator();
    const names = Array.from({ length: 70 }, (_, index) => `sla-${index}`);
    for (const name of names) put('SLADefinition', name);
    state.findings = names.map((name) => found(name, 'True'));
    findings.noticed();
    await clock.advance(0);
    expect(said).toHaveLength(50);
    await clock.advance(1_000);
    expect(said).toHaveLength(70);
  });

  it('is facts before figures, and then what was said longest ago', async () => {
    const { clock, findings, put, said, state } = operator();
    const names = Array.from({ length: 120 }, (_, index) => `sla-${index}`);
    for (const name of names) put('SLADefinition', name);
    state.findings = names.map((name) => found(name, 'True'));
    findings.noticed();
    await clock.advance(3_000);
    expect(said.splice(0)).toHaveLength(120);
    // More figures change than are written: everybody has a turn, and who breaks does not wait for one.
    let p95Ms = 100;
    const next = async (last: 'True' | 'False') => {
      p95Ms += 1;
      state.findings = names.map((name, index) =>
        found(name, index === names.length - 1 ? last : 'True', p95Ms),
      );
      findings.noticed();
      await clock.advance(1_000);
      return said.splice(0).map((line) => line.split(',')[0]);
    };
    await clock.advance(31_000);
    said.splice(0);
    const first = await next('False');
    expect(first).toContain('sla-119');
    expect(new Set([...first, ...(await next('False')), ...(await next('False'))]).size).toBe(120);
  });
});

it('the reports of one replica count, of those that are as good as the newest', () => {
  const report = (seconds: number, name: string) => ({
    findings: {
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString(),
      objects: [found(name, 'True')],
    },
  });
  const chosen = (...reports: readonly (readonly [string, ReturnType<typeof report>])[]) =>
    chosenFindings({ known: new Set(['a', 'b']), reports: new Map(reports) })?.[0]?.name;
  expect(chosen()).toBeUndefined();
  expect(chosen(['b', report(9, 'b')], ['a', report(6, 'a')])).toBe('a');
  expect(chosen(['b', report(19, 'b')], ['a', report(6, 'a')])).toBe('b');
  expect(chosen(['b', report(9, 'b')], ['stranger', report(9, 'x')])).toBe('b');
});

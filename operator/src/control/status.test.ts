import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../compile/types.ts';
import { PROGRAMMED_REASONS, type ProgrammedReason } from '@aicp/crds/reasons/reasons';
import type { HealthStatement } from '../fleet-health/statement.ts';
import { model } from '../testing/builders.ts';
import { isSameStatus } from './is-same-status.ts';
import { programmedMessage, statusFor, storedStatus, type Status } from './status.ts';
import { transitions } from './transitions.ts';

const AT = '2026-01-01T00:00:00Z';
const NEVER: Status = { observedGeneration: -1, conditions: [] };

const verdict = (more: Partial<Verdict> = {}): Verdict => ({
  object: model('m', {}, { generation: 3 }),
  reason: 'Accepted',
  message: 'fine',
  inEffect: 'current',
  desired: new Map(),
  ...more,
});

const status = (
  more: Partial<Verdict> = {},
  programmed: ProgrammedReason = 'Programmed',
  before: Status = NEVER,
  now = '2026-01-01T00:00:00Z',
): Status =>
  statusFor({
    verdict: verdict(more),
    programmed: { reason: programmed, message: 'so' },
    before,
    now,
  });

const summary = (one: Status) =>
  one.conditions.map(({ type, status: value, reason }) => `${type}=${value} ${reason}`);

describe('the status', () => {
  it('of an accepted object that is in force', () => {
    expect(status().observedGeneration).toBe(3);
    expect(summary(status())).toEqual([
      'Accepted=True Accepted',
      'Programmed=True Programmed',
      'Ready=True Programmed',
      'Enforced=True Enforced',
    ]);
    expect(status().conditions.every((one) => one.observedGeneration === 3)).toBe(true);
  });

  it('is Reconciling only while something is under way', () => {
    expect(summary(status({}, 'Pending'))).toEqual([
      'Accepted=True Accepted',
      'Programmed=False Pending',
      'Ready=False Pending',
      'Enforced=True Enforced',
      'Reconciling=True Pending',
    ]);
    expect(summary(status({}, 'NoReplicas'))).not.toContain('Reconciling=True NoReplicas');
  });

  it.each([
    ['Invalid', true],
    ['ConditionInvalid', true],
    ['Conflicted', true],
    ['ReferenceNotFound', false],
    ['SecretNotFound', false],
  ] as const)('is Stalled where only an edit can help: %s %s', (reason, stalled) => {
    const types = summary(status({ reason }, 'NotAccepted'));
    expect(types).toContain(`Ready=False ${reason}`);
    expect(types.includes(`Stalled=True ${reason}`)).toBe(stalled);
  });

  it('is never Ready of what nobody enforces', () => {
    expect(summary(status({}, 'NotEnforced'))).toContain('Ready=False NotEnforced');
  });

  it('is Ready of what works in part, and names what does not', () => {
    const unenforced = 'stored, and not acted on by this version: spec.maxBudget';
    const one = status({ unenforced });
    expect(summary(one)).toEqual([
      'Accepted=True Accepted',
      'Programmed=True Programmed',
      'Ready=True Programmed',
      'Enforced=False PartlyEnforced',
    ]);
    expect(one.conditions.at(-1)?.message).toBe(unenforced);
  });

  it.each([
    ['not_enforced', 'NotEnforced', 'False NotEnforced: so'],
    ['left_out', 'NotAccepted', 'False NotEnforced: so'],
    ['kept', 'NotAccepted', 'False PartlyEnforced: so; no budget'],
    ['current', 'Pending', 'False PartlyEnforced: no budget'],
  ] as const)('of what is %s, %s, says Enforced %s', (inEffect, programmed, said) => {
    const { conditions } = status({ inEffect, unenforced: 'no budget' }, programmed);
    const enforced = conditions.find(({ type }) => type === 'Enforced');
    expect(`${enforced?.status} ${enforced?.reason}: ${enforced?.message}`).toBe(said);
  });

  it('of an earlier version, which has no Enforced, is written anew, once', () => {
    const now = status();
    const earlier = {
      ...now,
      conditions: now.conditions.filter(({ type }) => type !== 'Enforced'),
    };
    expect(isSameStatus(storedStatus(earlier), now)).toBe(false);
    const again = status({}, 'Programmed', storedStatus(now), '2030-01-01T00:00:00Z');
    expect(isSameStatus(storedStatus(now), again)).toBe(true);
  });

  it('holds the words for lists, and is the same after they were stored', () => {
    const words = { summary: 'deny any model', when: 'team == a' };
    const one = status({ summary: words });
    expect(one).toMatchObject(words);
    expect(isSameStatus(storedStatus(one), one)).toBe(true);
    expect(isSameStatus(one, status({ summary: { summary: 'permit a' } }))).toBe(false);
    expect(status()).not.toHaveProperty('summary');
  });

  it('keeps the time of a condition until its status flips', () => {
    const first = status({}, 'Pending');
    const later = status({ message: 'other' }, 'Pending', first, '2026-01-02T00:00:00Z');
    const flipped = status({}, 'Programmed', later, '2026-01-03T00:00:00Z');
    const times = (one: Status) =>
      one.conditions.map(
        ({ type, lastTransitionTime }) => `${type} ${lastTransitionTime.slice(8, 10)}`,
      );
    expect(times(later)).toEqual([
      'Accepted 01',
      'Programmed 01',
      'Ready 01',
      'Enforced 01',
      'Reconciling 01',
    ]);
    expect(times(flipped)).toEqual(['Accepted 01', 'Programmed 03', 'Ready 03', 'Enforced 01']);
  });

  it('tells how requests fare, until something else is said, with the generation that it was said of', () => {
    const target = { replica: 'g-0', credential: 'default', attempts: 9, failures: 9, at: AT };
    const targets = [{ ...target, circuit: 'open' as const, reason: 'timeout', openUntil: AT }];
    const bad = { status: 'False' as const, reason: 'Failing', message: 'all failed', targets };
    const said = (one: Status) => one.conditions.find(({ type }) => type === 'Healthy');
    const of = (
      health: HealthStatement | undefined,
      before: Status,
      generation: number,
      now: string,
    ) =>
      statusFor({
        verdict: verdict({ object: model('m', {}, { generation }) }),
        programmed: { reason: 'Programmed', message: 'so' },
        health,
        before,
        now,
      });
    const first = of(bad, NEVER, 3, '2026-01-01T00:00:00Z');
    expect(said(first)).toMatchObject({
      status: 'False',
      reason: 'Failing',
      observedGeneration: 3,
    });
    expect(first.health).toEqual(targets);
    expect(summary(first)).toContain('Ready=True Programmed');
    const edited = of(undefined, storedStatus(first), 4, '2026-01-02T00:00:00Z');
    expect(said(edited)).toEqual(said(first));
    expect(edited.health).toEqual(targets);
    const worse = { ...bad, reason: 'Degraded', message: 'some failed' };
    const later = of(worse, storedStatus(edited), 4, '2026-01-03T00:00:00Z');
    expect(said(later)).toMatchObject({
      observedGeneration: 4,
      lastTransitionTime: '2026-01-01T00:00:00Z',
    });
    expect(isSameStatus(storedStatus(later), later)).toBe(true);
    const good = { ...bad, status: 'True' as const, reason: 'Serving', targets: [] };
    const healed = of(good, storedStatus(later), 4, '2026-01-04T00:00:00Z');
    expect(said(healed)?.lastTransitionTime).toBe('2026-01-04T00:00:00Z');
    expect(healed.health).toBeUndefined();
    expect(isSameStatus(later, { ...later, health: [] })).toBe(false);
    expect(transitions(NEVER, first).map(({ reason }) => reason)).toContain('Failing');
    expect(transitions(first, later)).toEqual([]);
    expect(transitions(later, healed)).toMatchObject([{ type: 'Normal', reason: 'Serving' }]);
  });

  it('says how gateways stand to a failover rule for as long as they have it', () => {
    const of = (inEffect: Verdict['inEffect'], before: Status) =>
      statusFor({
        verdict: verdict({ object: { ...model('m'), kind: 'FailoverRule' }, inEffect }),
        programmed: { reason: 'Programmed', message: 'so' },
        findings: {
          conditions: [{ type: 'FailedOver', status: 'True', reason: 'FailedOver', message: 'so' }],
          observed: { state: 'failed_over' },
        },
        before,
        now: AT,
      });
    const away = of('current', NEVER);
    expect(summary(away)).toContain('FailedOver=True FailedOver');
    expect(summary(of('kept', storedStatus(away)))).toContain('FailedOver=True FailedOver');
    const leftOut = of('left_out', storedStatus(away));
    expect(summary(leftOut).join()).not.toContain('FailedOver');
    expect(leftOut.observed).toBeUndefined();
  });

  it('is the same after it was stored, in whatever order, beside conditions of others', () => {
    const one = status({}, 'Pending');
    const foreign = { ...one.conditions[0]!, type: 'Audited' };
    const stored = storedStatus({ ...one, conditions: [foreign, ...one.conditions].reverse() });
    expect(isSameStatus(stored, one)).toBe(true);
  });

  it('differs by any of its fields', () => {
    expect(isSameStatus(status(), status({ message: 'other' }))).toBe(false);
    expect(isSameStatus(status(), status({}, 'Pending'))).toBe(false);
    expect(isSameStatus(status(), NEVER)).toBe(false);
  });

  it('is read from anything that may be stored', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(storedStatus(value).conditions).toBeInstanceOf(Array);
      }),
    );
  });

  it('settles: made again from itself it is the same', () => {
    const reason = fc.constantFrom(...(Object.keys(PROGRAMMED_REASONS) as ProgrammedReason[]));
    fc.assert(
      fc.property(fc.array(reason, { minLength: 1, maxLength: 5 }), (reasons) => {
        const last = reasons.reduce((before, one) => status({}, one, before), NEVER);
        const again = status({}, reasons.at(-1), last, '2030-01-01T00:00:00Z');
        expect(isSameStatus(again, last)).toBe(true);
      }),
    );
  });

  it('says that a generation is in force only of that very one', () => {
    expect(programmedMessage(status(), 3)).toBe('so');
    expect(programmedMessage(status(), 4)).toBeUndefined();
    expect(programmedMessage(status({}, 'Pending'), 3)).toBeUndefined();
  });
});

describe('an Event', () => {
  const events = (before: Status, after: Status) =>
    transitions(before, after).map(({ type, reason }) => `${type} ${reason}`);

  it('tells that an object came into force, once', () => {
    expect(events(NEVER, status())).toEqual(['Normal Programmed']);
    expect(events(status(), status({ message: 'other' }))).toEqual([]);
  });

  it('tells that an object turned bad, and good again', () => {
    const bad = status({ reason: 'Conflicted' }, 'NotAccepted');
    expect(events(status(), bad)).toEqual(['Warning Conflicted']);
    expect(events(bad, bad)).toEqual([]);
    expect(events(bad, status())).toEqual(['Normal Accepted', 'Normal Programmed']);
    const worse = status({ reason: 'Invalid' }, 'NotAccepted');
    expect(events(bad, worse)).toEqual(['Warning Invalid']);
  });

  it('warns of a replica that refused it', () => {
    expect(events(status(), status({}, 'Rejected'))).toEqual(['Warning Rejected']);
  });

  it('is none while replicas come and go', () => {
    expect(events(NEVER, status({}, 'Pending'))).toEqual([]);
    expect(events(status(), status({}, 'NoReplicas'))).toEqual([]);
  });
});

import type { Detectors, TextScanner } from '@aicp/detection/detectors';
import { describe, expect, it } from 'vitest';
import { toGuardSet } from '../book/guard-set.ts';
import type { ReadyGuardrail } from '../book/ready-guardrail.ts';
import { GuardrailMaker } from '../book/guardrail-book.ts';
import { guardrail } from '../../testing/guardrails.ts';
import { ActingGuards } from './acting-guards.ts';
import { lookAtTexts } from './look-at-texts.ts';

/** Throws at the word `bug`, and finds nothing. */
class FailingScan implements TextScanner {
  decided = 0;

  push(piece: string): void {
    if (piece.includes('bug')) throw new Error('a fault of a detector');
    this.decided += piece.length;
  }

  end(): void {
    this.decided = Infinity;
  }

  take(): readonly [] {
    return [];
  }
}

const failing: Detectors = {
  isEmpty: false,
  scan: () => [],
  open: () => new FailingScan(),
};

const ready = (id: string, more: Parameters<typeof guardrail>[1] = {}): ReadyGuardrail =>
  new GuardrailMaker().ready(guardrail(id, { stages: ['input', 'output'], ...more }), []);

const guardsWith = (more: Parameters<typeof guardrail>[1]): ActingGuards => {
  const failed = { ...ready('fails', more), detectors: failing, answerDetectors: failing };
  const both = [failed, ready('mail')];
  return new ActingGuards(toGuardSet(both, both));
};

const text = 'a bug of ann@example.com';
const look = async (guards: ActingGuards) =>
  await lookAtTexts(
    guards.ofRequest,
    { texts: [{ form: 'text', text }], unseen: new Set() },
    { scan: () => expect.unreachable() },
  );

describe('a guardrail whose detector fails', () => {
  it('stops a request, and says that it could not judge', async () => {
    const guards = guardsWith({ onFail: 'block' });
    expect((await look(guards)).stop).toEqual({
      guardrail: 'fails',
      isFault: true,
      label: 'detector_failed',
    });
    expect(guards.verdicts).toMatchObject([
      { guardrail: 'fails', verdict: 'error', reason: 'detector_failed', findings: [] },
      {},
    ]);
  });

  it.each([{ onFail: 'allow' as const }, { mode: 'monitor' as const }])(
    'leaves a request to the others where it is to: %o',
    async (more) => {
      const guards = guardsWith(more);
      const { stop, replaced } = await look(guards);
      expect(stop).toBeUndefined();
      expect([...replaced.values()]).toEqual(['a bug of <EMAIL_ADDRESS_1>']);
      expect(guards.verdicts).toMatchObject([{ verdict: 'error' }, { verdict: 'redacted' }]);
    },
  );

  it.each(['text', 'json'] as const)('does the same to answers as they come: %s', (form) => {
    const pieces =
      form === 'json'
        ? ['{"a":"fine', ' bug', ' of ann@example.com"}']
        : ['fine', ' bug', ' of ann@example.com'];
    const through = (more: Parameters<typeof guardrail>[1]) => {
      const { output } = guardsWith(more);
      const open = output?.open(form);
      const out = pieces.map((piece) => open?.push(piece) ?? '').join('') + (open?.end() ?? '');
      return { out, stoppedBy: output?.stoppedBy };
    };
    expect(through({ onFail: 'block' }).stoppedBy).toMatchObject({ label: 'detector_failed' });
    expect(through({ onFail: 'block' }).out).not.toContain('bug');
    const allowed = through({ onFail: 'allow' });
    expect(allowed.stoppedBy).toBeUndefined();
    expect(allowed.out).toContain('fine bug of <EMAIL_ADDRESS_1>');
  });
});

describe('a guardrail that names a Detector which is not there', () => {
  const lacking = (more: Parameters<typeof guardrail>[1] = {}): ActingGuards => {
    const some = [ready('lacks', { detectors: [], lacksDetectors: true, ...more }), ready('mail')];
    return new ActingGuards(toGuardSet(some, some));
  };
  const MISSING = { guardrail: 'lacks', label: 'detector_missing' };

  it('stops a request, since nobody can say what that would have found', async () => {
    const guards = lacking();
    expect((await look(guards)).stop).toMatchObject(MISSING);
    expect(guards.verdicts).toMatchObject([
      { guardrail: 'lacks', verdict: 'error', reason: 'detector_missing', findings: [] },
      { guardrail: 'mail', verdict: 'redacted' },
    ]);
  });

  it('acts with the rest of what it names, and what that finds is said first', async () => {
    const detectors = [{ id: 'pii', type: 'pii', action: 'block' }] as const;
    const guards = lacking({ detectors: [...detectors] });
    expect((await look(guards)).stop).toMatchObject({ label: 'EMAIL_ADDRESS' });
    expect(guards.verdicts[0]).toMatchObject({ verdict: 'blocked', reason: 'detector_missing' });
    const allowing = lacking({ detectors: [...detectors], onFail: 'allow' });
    expect((await look(allowing)).stop).toMatchObject({ label: 'EMAIL_ADDRESS' });
  });

  it.each([{ onFail: 'allow' as const }, { mode: 'monitor' as const }])(
    'lets a request and its answer pass where it is to: %o',
    async (more) => {
      const guards = lacking(more);
      expect((await look(guards)).stop).toBeUndefined();
      const { output } = guards;
      const open = output?.open('text');
      expect((open?.push(text) ?? '') + (open?.end() ?? '')).toBe('a bug of <EMAIL_ADDRESS_1>');
      const said = { guardrail: 'lacks', verdict: 'error', reason: 'detector_missing' };
      expect(guards.verdicts.filter(({ guardrail: by }) => by === 'lacks')).toMatchObject([
        { ...said, stage: 'input' },
        { ...said, stage: 'output' },
      ]);
      expect(output?.stoppedBy).toBeUndefined();
    },
  );

  it('stops an answer before anything of it goes on', () => {
    const { output } = lacking();
    const open = output?.open('text');
    expect(output?.stoppedBy).toMatchObject(MISSING);
    expect((open?.push(text) ?? '') + (open?.end() ?? '')).toBe('');
  });

  it('says nothing of what has no text', async () => {
    const guards = lacking();
    const nothing = { texts: [], unseen: new Set<string>() };
    const looked = await lookAtTexts(guards.ofRequest, nothing, {
      scan: () => expect.unreachable(),
    });
    expect(looked.stop).toBeUndefined();
    expect(guards.verdicts[0]).toMatchObject({ verdict: 'passed' });
  });
});

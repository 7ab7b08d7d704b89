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
    expect((await look(guards)).stop).toEqual({ guardrail: 'fails', label: 'detector_failed' });
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

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Compiled, Verdict } from './compile/types.ts';
import type { ObjectOutcome } from './control/status-writer.ts';
import { OutcomeMemory, REPLICAS } from './outcome-memory.ts';
import { object } from './testing/builders.ts';

const SECTIONS = ['models', 'keys', 'policies'];

/** A verdict on one of a few objects, which may have a fragment in these sections. */
const verdictOn = (uid: string, sections: readonly string[]): Verdict => ({
  object: object('Model', uid, {}, { uid }),
  reason: 'Accepted',
  message: '',
  inEffect: 'current',
  desired: new Map(sections.map((section) => [section, 'text'])),
});

const section = fc.constantFrom(...SECTIONS);
const sections = fc.uniqueArray(section, { maxLength: 2 });
const place = fc.nat(5);
/** What happens between two rounds: an object is compiled anew, all are, or replicas say something else. */
const step = fc.oneof(
  fc.record({ edited: place, sections }),
  fc.record({ all: fc.array(sections, { maxLength: 6 }) }),
  fc.record({ ground: fc.constantFrom(REPLICAS, ...SECTIONS), text: fc.constantFrom('a', 'b') }),
  fc.constant({ forgotten: true }),
);

const compiledOf = (verdicts: ReadonlyMap<string, Verdict>): Compiled => ({
  sections: {},
  fragments: new Map(),
  degraded: [],
  verdicts,
});

it('gives the outcomes that follow from the verdicts and what replicas say now, and tells which are others', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const memory = new OutcomeMemory();
      const grounds = new Map<string, string>([[REPLICAS, 'a']]);
      let compiled = compiledOf(new Map());
      let last: readonly ObjectOutcome[] = [];
      /** What becomes of an object follows from who the replicas are, and what they say of its sections. */
      const make = (verdict: Verdict): ObjectOutcome => {
        const said = [REPLICAS, ...verdict.desired.keys()].map((name) => grounds.get(name) ?? '');
        return { verdict, programmed: { reason: 'Programmed', message: said.join() } };
      };
      for (const one of steps) {
        if ('forgotten' in one) memory.forget();
        if ('ground' in one) grounds.set(one.ground, one.text);
        if ('all' in one) {
          compiled = compiledOf(
            new Map(one.all.map((own, n) => [`uid-${n}`, verdictOn(`uid-${n}`, own)])),
          );
        }
        if ('edited' in one) compiled = edited(compiled, `uid-${one.edited}`, one.sections);
        const { all, changed } = memory.of(compiled, new Map(grounds), make);
        expect(all).toEqual([...compiled.verdicts.values()].map(make));
        const others = all.filter((outcome, n) => outcome !== last[n]);
        if (changed) expect(new Set(changed)).toEqual(new Set(others));
        last = all;
      }
    }),
    { numRuns: 500 },
  );
});

/** The same verdicts, with another one on this object if it is there. */
function edited(compiled: Compiled, uid: string, own: readonly string[]): Compiled {
  if (!compiled.verdicts.has(uid)) return compiled;
  const verdict = verdictOn(uid, own);
  const verdicts = new Map(compiled.verdicts).set(uid, verdict);
  return { ...compiledOf(verdicts), since: { before: compiled.verdicts, changed: [verdict] } };
}

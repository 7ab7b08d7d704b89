import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AUDIENCES,
  ASSERTION_MS,
  ASSERTION_PREFIX,
  makeAssertion,
  readAssertion,
  type Delegator,
} from './assertion.ts';

const NOW = Date.UTC(2026, 10, 25);
const secret = 's'.repeat(40);
const of: Delegator = { type: 'key', uid: 'u-1', generation: 2 };
const made = (nowMs = NOW) => makeAssertion(of, { secret, nowMs });

describe('an assertion', () => {
  it('says for whom it is, and differs each time', () => {
    const read = readAssertion(made(), { secret, nowMs: NOW });
    expect(read).toMatchObject({ delegator: of });
    expect(made()).not.toBe(made());
  });

  it('is worth nothing with another secret, later, or long before', () => {
    expect(readAssertion(made(), { secret: 'x'.repeat(40), nowMs: NOW })).toBeUndefined();
    expect(readAssertion(made(), { secret, nowMs: NOW + ASSERTION_MS + 10_000 })).toBeUndefined();
    expect(readAssertion(made(), { secret, nowMs: NOW + ASSERTION_MS + 9_999 })).toBeDefined();
    expect(readAssertion(made(), { secret, nowMs: NOW - 10_001 })).toBeUndefined();
  });

  it('is worth nothing to another audience, and says for which step it is', () => {
    const execution = { id: 'e-1', step: 'plan', use: 'tool' } as const;
    const [gateway, workflow] = AUDIENCES;
    const forSteps = makeAssertion(of, { secret, nowMs: NOW, execution });
    expect(readAssertion(forSteps, { secret, nowMs: NOW })).toMatchObject({ execution });
    expect(readAssertion(made(), { secret, nowMs: NOW })?.execution).toBeUndefined();
    const toEngine = makeAssertion(of, {
      ...{ secret, nowMs: NOW, audience: workflow },
      role: 'org_admin',
    });
    expect(readAssertion(toEngine, { secret, nowMs: NOW, audience: gateway })).toBeUndefined();
    const taken = readAssertion(toEngine, { secret, nowMs: NOW, audience: workflow });
    expect(taken).toMatchObject({ role: 'org_admin' });
  });

  it('cannot be changed by one character, nor made up', () => {
    const text = made();
    const at = fc.integer({ min: ASSERTION_PREFIX.length, max: text.length - 2 });
    fc.assert(
      fc.property(at, fc.constantFrom('A', 'b', '_', '.', '0'), (index, character) => {
        const other = text.slice(0, index) + character + text.slice(index + 1);
        fc.pre(other !== text);
        expect(readAssertion(other, { secret, nowMs: NOW })).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.string(), (tail) => {
        expect(readAssertion(`${ASSERTION_PREFIX}${tail}`, { secret, nowMs: NOW })).toBeUndefined();
      }),
    );
  });
});

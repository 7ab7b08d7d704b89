import { expect, it } from 'vitest';
import { guardrail } from '../../testing/guardrails.ts';
import { toGuardSet } from '../book/guard-set.ts';
import { GuardrailMaker } from '../book/guardrail-book.ts';
import { ActingGuards } from './acting-guards.ts';

/** So many addresses, through the guard of an answer. */
function through(count: number, mode: 'block' | 'monitor') {
  const mail = new GuardrailMaker().ready(guardrail('mail', { stages: ['output'], mode }), []);
  const guards = new ActingGuards(toGuardSet([], [mail]));
  const text = guards.output?.open('text');
  let out = '';
  const some = 'a@b.co '.repeat(1_000);
  for (let sent = 0; sent < count; sent += 1_000) out += text?.push(some) ?? '';
  out += text?.end() ?? '';
  return { out, stop: guards.output?.stoppedBy, verdicts: guards.verdicts };
}

it('an answer in which too much would be replaced is stopped for that', () => {
  const { out, stop, verdicts } = through(60_000, 'block');
  expect(stop).toEqual({ guardrail: 'mail', label: 'too_many_findings' });
  expect(verdicts).toMatchObject([{ verdict: 'blocked', reason: 'too_many_findings' }]);
  expect(out).not.toContain('@');
  expect(out.match(/<EMAIL_ADDRESS_1>/g)?.length).toBeLessThan(52_000);
});

it('an answer in which as much is replaced as may be goes on', () => {
  const { out, stop } = through(50_000, 'block');
  expect(stop).toBeUndefined();
  expect(out).toBe('<EMAIL_ADDRESS_1> '.repeat(50_000));
});

it('an answer in which nothing is replaced goes on, whatever is found', () => {
  const { out, stop, verdicts } = through(60_000, 'monitor');
  expect(stop).toBeUndefined();
  expect(out).toBe('a@b.co '.repeat(60_000));
  expect(verdicts).toMatchObject([{ is_monitor: true, findings: [{ count: 60_000 }] }]);
});

import { expect, it } from 'vitest';
import { IdSeal } from './id-seal.ts';

const seal = new IdSeal('the secret of all replicas of this installation');

it('opens what another replica sealed, and seals an id always alike', () => {
  const sealed = seal.seal('acme', 'task', 'täsk-1');
  const other = new IdSeal('the secret of all replicas of this installation');
  expect(other.open('acme', 'task', sealed)).toBe('täsk-1');
  expect(other.seal('acme', 'task', 'täsk-1')).toBe(sealed);
  expect(sealed).not.toContain('task');
});

it('opens nothing for another tenant, of another kind, with another secret, or that was changed', () => {
  const sealed = seal.seal('acme', 'task', 'task-1');
  const changed = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`;
  expect(seal.open('globex', 'task', sealed)).toBeUndefined();
  expect(seal.open('acme', 'context', sealed)).toBeUndefined();
  expect(new IdSeal('another').open('acme', 'task', sealed)).toBeUndefined();
  for (const text of [changed, `${sealed}A`, `${sealed}=`, sealed.slice(0, 12), '', 'task-1']) {
    expect(seal.open('acme', 'task', text)).toBeUndefined();
  }
  expect(seal.open('acme', 'task', 'A'.repeat(100_000))).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import type { GuardrailFragment } from '@aicp/contracts/snapshot/sections/guardrails';
import { guardrail, judgeCredential } from '../../testing/guardrails.ts';
import { GuardrailBook, GuardrailMaker, type Guarded } from './guardrail-book.ts';

const bookOf = (...fragments: readonly GuardrailFragment[]) => {
  const maker = new GuardrailMaker();
  return new GuardrailBook(fragments.map((fragment) => maker.ready(fragment, [])));
};
const ALICE: Guarded = { key: 'alice', team: 'support', organization: 'acme', models: ['fast'] };
const acting = (book: GuardrailBook, guarded: Partial<Guarded> = {}) =>
  book.actingOn({ ...ALICE, ...guarded }, 'input').map(({ id }) => id);

describe('the guardrails that act on a request', () => {
  it('are the platform’s and those of its organization, at their stages', () => {
    const book = bookOf(
      guardrail('own', { organization: 'acme' }),
      guardrail('theirs', { organization: 'rival' }),
      guardrail('all'),
      guardrail('answers', { stages: ['output'] }),
    );
    expect(acting(book)).toEqual(['all', 'own']);
    expect(acting(book, { organization: undefined })).toEqual(['all']);
    expect(book.actingOn(ALICE, 'output').map(({ id }) => id)).toEqual(['answers']);
  });

  it.each([
    [{ models: ['fast'] }, true],
    [{ models: ['slow', 'fa*'] }, true],
    [{ models: ['fas'] }, false],
    [{ models: ['slow', 'x-*'] }, false],
    [{ teams: ['sales', 'support'] }, true],
    [{ teams: ['sales'] }, false],
    [{ keys: ['alice'] }, true],
    [{ keys: ['bob'] }, false],
    [{ models: ['fast'], teams: ['support'], keys: ['alice'] }, true],
    [{ models: ['fast'], teams: ['support'], keys: ['bob'] }, false],
    [{ models: ['fast'], teams: ['sales'], keys: ['alice'] }, false],
  ])('apply to %j: %s', (appliesTo, applies) => {
    expect(acting(bookOf(guardrail('one', { appliesTo })))).toEqual(applies ? ['one'] : []);
  });

  it('are none of certain models or teams where there is none', () => {
    const models = bookOf(guardrail('one', { appliesTo: { models: ['*'] } }));
    expect(acting(models, { models: [] })).toEqual([]);
    const teams = bookOf(guardrail('one', { appliesTo: { teams: ['support'] } }));
    expect(acting(teams, { team: undefined })).toEqual([]);
  });
});

describe('a guardrail', () => {
  const judge = { type: 'http', url: 'https://judge.example/', timeoutMs: 1 } as const;
  const judged = guardrail('one', { judge: { ...judge, credential: 'set', piiAction: 'redact' } });

  it('stays ready while it does not change, and its token neither', () => {
    const maker = new GuardrailMaker();
    const first = maker.ready(judged, [judgeCredential('one', 'a'), judgeCredential('two', 'b')]);
    expect(first.judge?.token).toBe('a');
    maker.prune();
    expect(maker.ready(structuredClone(judged), [judgeCredential('one', 'a')])).toBe(first);
    maker.prune();
    expect(maker.ready(judged, [judgeCredential('one', 'c')]).judge?.token).toBe('c');
    maker.prune();
    expect(maker.ready(judged, [judgeCredential('one', 'a')])).not.toBe(first);
  });
});

import { describe, expect, it } from 'vitest';
import type { PromptFragment } from '../snapshot/sections/prompts.ts';
import { PromptBook } from './prompt-book.ts';
import type { PromptReference } from './prompt-reference.ts';
import { preparePrompt, type PromptAsker } from './prepare-prompt.ts';

const text = (version: number) => ({ version, templateText: `text ${version}` });

const prompt = (id: string, more: Partial<PromptFragment> = {}): PromptFragment => ({
  source: { kind: 'PromptTemplate', name: id, uid: id, generation: 1 },
  id,
  served: 2,
  versions: [text(3), text(2), text(1)],
  ...more,
});

const asker = (
  principal: Partial<PromptAsker['principal']> = {},
  more: Partial<PromptAsker> = {},
): PromptAsker => ({
  principal: { organization: 'acme', role: 'member', delegator: undefined, ...principal },
  environment: undefined,
  wantsDraft: false,
  ...more,
});

const prepare = (
  prompts: readonly PromptFragment[],
  asked: { id?: string; version?: number; variables?: PromptReference['variables'] } = {},
  who = asker(),
) => preparePrompt(new PromptBook(prompts), { id: 'sum', variables: {}, ...asked }, who);

const draft = text(4);

describe('the prompt that a request names', () => {
  it('is found by its id or its slug, the platform’s before the organization’s', () => {
    const own = prompt('own', { slug: 'sum', organization: 'acme' });
    const shared = prompt('shared', { slug: 'sum' });
    expect(prepare([own])).toMatchObject({ id: 'own' });
    expect(prepare([own, shared])).toMatchObject({ id: 'shared' });
    expect(prepare([prompt('sum'), prompt('a', { slug: 'sum' })])).toMatchObject({ id: 'sum' });
    expect(prepare([prompt('b', { slug: 'sum' }), prompt('a', { slug: 'sum' })])).toMatchObject({
      id: 'a',
    });
  });

  it('is the organization’s where nothing of the platform’s was approved yet', () => {
    const own = prompt('own', { slug: 'sum', organization: 'acme' });
    const fresh = prompt('sum', { served: undefined, versions: [], draft });
    expect(prepare([own, fresh])).toMatchObject({ id: 'own' });
    expect(prepare([fresh])).toMatchObject({ code: 'prompt_version_not_found' });
  });

  it('is none of another organization’s, told in the words of one that is not there', () => {
    const missing = prepare([]);
    expect(missing).toMatchObject({ status: 404, code: 'prompt_not_found' });
    expect(prepare([prompt('sum', { organization: 'rival' })])).toEqual(missing);
  });

  it('is refused without a word of what the request calls it, where that is no name', () => {
    for (const id of ['I am ada@example.com', '4111 1111 1111 1111', 'a'.repeat(254), '']) {
      const refused = prepare([], { id });
      expect(refused).toMatchObject({ status: 404, code: 'prompt_not_found', param: 'prompt.id' });
      expect(refused).toHaveProperty(
        'message',
        expect.stringMatching(/^The id of the prompt is not of the right form/),
      );
    }
    expect(prepare([])).toHaveProperty('message', expect.stringContaining('no prompt "sum"'));
  });

  it('names the variables that it does not have, where they are names', () => {
    const wrong = { status: 400, code: 'prompt_variables_invalid' };
    expect(prepare([prompt('sum')], { variables: { zz: 'v' } })).toMatchObject({
      ...wrong,
      message: 'The variables of the prompt are wrong: zz is no variable of the prompt.',
      param: 'prompt.variables.zz',
    });
    const text = 'Ada Lovelace, born 10.12.1815';
    expect(prepare([prompt('sum')], { variables: { [text]: 'v', zz: 'v' } })).toMatchObject({
      ...wrong,
      message:
        'The variables of the prompt are wrong: a name is not of the right form; zz is no variable of the prompt.',
      param: 'prompt.variables',
    });
  });

  it('has the version that is asked for, or pinned, or served', () => {
    const pinned = prompt('sum', { environments: { production: 1 } });
    const production = asker({}, { environment: 'production' });
    expect(prepare([pinned])).toMatchObject({ version: 2, text: 'text 2', isDraft: false });
    expect(prepare([pinned], {}, production)).toMatchObject({ version: 1 });
    expect(prepare([pinned], { version: 3 }, production)).toMatchObject({ version: 3 });
    const elsewhere = asker({}, { environment: 'constructor' });
    expect(prepare([pinned], {}, elsewhere)).toMatchObject({ version: 2 });
  });

  it('has no version that nobody approved', () => {
    const refused = { status: 404, code: 'prompt_version_not_found', param: 'prompt.version' };
    expect(prepare([prompt('sum', { draft })], { version: 4 })).toMatchObject(refused);
    const fresh = prompt('sum', { served: undefined, versions: [], draft });
    expect(prepare([fresh])).toMatchObject(refused);
  });

  it.each([
    [{ role: 'platform_admin' }, undefined, true],
    [{ role: 'platform_admin' }, 'acme', true],
    [{ role: 'org_admin' }, 'acme', true],
    [{ role: 'org_admin' }, undefined, false],
    [{ role: 'org_admin', organization: undefined }, undefined, false],
    [{ role: 'team_admin' }, 'acme', false],
    [{ role: 'member' }, 'acme', false],
    [{ role: undefined }, 'acme', false],
    [{ role: 'platform_admin', delegator: { kind: 'user', id: 'x' } }, undefined, false],
  ] as const)('is a draft for who may edit it: %j of a prompt of %s', (who, organization, may) => {
    const one = prompt('sum', { organization, draft });
    const principal = who as Partial<PromptAsker['principal']>;
    expect(prepare([one], {}, asker(principal, { wantsDraft: true }))).toMatchObject(
      may
        ? { version: 4, isDraft: true, text: 'text 4' }
        : { status: 403, code: 'prompt_draft_not_allowed' },
    );
  });

  it('is the approved one where a draft is wanted and another version asked for, or none is there', () => {
    const admin = asker({ role: 'org_admin' }, { wantsDraft: true });
    const own = { organization: 'acme' };
    expect(prepare([prompt('sum', { ...own, draft })], { version: 1 }, admin)).toMatchObject({
      version: 1,
      isDraft: false,
    });
    expect(prepare([prompt('sum', own)], {}, admin)).toMatchObject({ version: 2, isDraft: false });
  });
});

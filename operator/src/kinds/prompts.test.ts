import { expect, it, describe } from 'vitest';
import { toSourceObject } from './kit/source-object.ts';
import { controlPlane, object } from '../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../testing/compiled.ts';

const second = (prompt: string) =>
  object('PromptVersion', `${prompt}-2`, {
    prompt,
    version: 2,
    templateText: 'x',
    approvedBy: 'ada',
    approvedAt: '2026-01-01T00:00:00Z',
  });

it('a prompt waits for the version that it serves, and for its own alone', () => {
  const prompt = object('PromptTemplate', 'summary', { templateText: 'x', servedVersion: 2 });
  expect(verdictOn(compiled([prompt, second('other')]), 'summary')).toMatchObject({
    reason: 'ReferenceNotFound',
    message: 'servedVersion: no PromptVersion is version 2: approve it, or name another',
  });
  expect(verdictOn(compiled([prompt, second('summary')]), 'summary').reason).toBe('Accepted');
});

const prompt = object('PromptTemplate', 'summary', { templateText: 'x' });
const version = (name: string, number: number, age = 0) =>
  object(
    'PromptVersion',
    name,
    {
      prompt: 'summary',
      version: number,
      templateText: 'x',
      approvedBy: 'ada',
      approvedAt: '2026-01-01T00:00:00Z',
    },
    { age },
  );

describe('a version of a prompt', () => {
  it('waits for its prompt', () => {
    expect(verdictOn(compiled([version('v1', 1)]), 'v1').reason).toBe('ReferenceNotFound');
    expect(verdictOn(compiled([version('v1', 1), prompt]), 'v1').reason).toBe('Accepted');
  });

  it('does not give way to one of another organization', () => {
    const theirs = version('theirs', 1);
    const older = {
      ...theirs,
      spec: { ...(theirs.spec as object), organizationId: 'rival' },
    };
    const result = compiled([prompt, older, version('ours', 1, 5)]);
    expect(verdictOn(result, 'ours').reason).toBe('Accepted');
  });

  it('gives way to an older one of the same number', () => {
    const result = compiled([prompt, version('young', 1, 1), version('old', 1), version('two', 2)]);
    expect(verdictOn(result, 'young')).toMatchObject({
      reason: 'Conflicted',
      message:
        'version 1 of "summary" is already PromptVersion/old, which is older: delete one of the two',
    });
    expect(verdictOn(result, 'old').reason).toBe('Accepted');
    expect(verdictOn(result, 'two').reason).toBe('Accepted');
  });
});

describe('two prompts of one slug', () => {
  const named = (name: string, spec: object, age = 0) =>
    object('PromptTemplate', name, { templateText: 'x', ...spec }, { age });
  const ids = (result: ReturnType<typeof compiled>) =>
    fragments(result, 'prompts').map(({ id }) => id);

  it.each([
    ['slug', named('second', { slug: 'reply' }, 1)],
    ['name', named('reply', {}, 1)],
  ])('leave it to the older one, also as the %s of the younger', (_what, young) => {
    const result = compiled([young, named('first', { slug: 'reply' })]);
    expect(ids(result)).toEqual(['first']);
    expect(verdictOn(result, young.name)).toMatchObject({
      reason: 'Conflicted',
      message:
        '"reply" is already the name or the slug of PromptTemplate/first, which is older: choose another slug, or delete one of the two',
    });
  });

  it('are both served where they have different owners, or one is archived', () => {
    const acme = object('Organization', 'acme', {});
    const first = named('first', { slug: 'reply' });
    const theirs = named('reply', { organizationId: 'acme' }, 1);
    expect(ids(compiled([acme, first, theirs])).toSorted()).toEqual(['first', 'reply']);
    const archived = named('old', { slug: 'reply', state: 'archived' });
    expect(ids(compiled([archived, named('new', { slug: 'reply' }, 1)]))).toEqual(['new']);
  });
});

describe('what gateways are told of prompts', () => {
  const text = (number: number, more: object = {}) =>
    object('PromptVersion', `v${number}`, {
      prompt: 'summary',
      version: number,
      templateText: `text ${number}`,
      approvedBy: 'ada',
      approvedAt: '2026-01-01T00:00:00Z',
      ...more,
    });
  const template = (spec: object, generation = 1) =>
    object('PromptTemplate', 'summary', { templateText: 'at hand', ...spec }, { generation });
  const told = (result: ReturnType<typeof compiled>) => fragments(result, 'prompts')[0];
  const numbers = (result: ReturnType<typeof compiled>) =>
    (told(result)?.['versions'] as { version: number }[]).map(({ version: one }) => one);

  it('is every approved version, what is served and pinned, and the text at hand', () => {
    const pins = { servedVersion: 2, environments: { production: 1 }, slug: 'sum' };
    const spec = { ...pins, version: 3, state: 'in_review' };
    expect(told(compiled([template(spec), text(1), text(2, { modelHint: 'fast' })]))).toMatchObject(
      {
        ...{ id: 'summary', slug: 'sum', served: 2, environments: { production: 1 } },
        versions: [
          { version: 2, templateText: 'text 2', modelHint: 'fast' },
          { version: 1, templateText: 'text 1' },
        ],
        draft: { version: 3, templateText: 'at hand' },
      },
    );
  });

  it('is no draft of an approved text, and nothing of an archived prompt', () => {
    const approved = { state: 'approved', servedVersion: 1 };
    expect(told(compiled([template(approved), text(1)]))).not.toHaveProperty('draft');
    const archived = compiled([template({ ...approved, state: 'archived' }), text(1)]);
    expect(fragments(archived, 'prompts')).toEqual([]);
    expect(verdictOn(archived, 'summary').reason).toBe('Accepted');
  });

  it('stays what it was while a pin names a version that is not approved', () => {
    const versions = [text(1), text(2)];
    const good = compiled([template({ servedVersion: 2 }), ...versions]);
    const spec = { servedVersion: 2, environments: { production: 9 } };
    const here = controlPlane({ environment: 'production' });
    const bad = compiled([here, template(spec, 2), ...versions], { previous: after(good) });
    expect(verdictOn(bad, 'summary')).toMatchObject({
      reason: 'Invalid',
      inEffect: 'kept',
    });
    expect(verdictOn(bad, 'summary').message).toContain(
      'environments.production: no PromptVersion is version 9: approve it, or name another',
    );
    expect(told(bad)).toEqual(told(good));
    const fresh = compiled([here, template(spec), ...versions]);
    expect(fragments(fresh, 'prompts')).toEqual([]);
    expect(verdictOn(fresh, 'summary')).toMatchObject({ reason: 'Invalid', inEffect: 'left_out' });
  });

  it.each([undefined, 'production'])(
    'is all of it in the environment %s where a pin for another one names no version',
    (environment) => {
      const here = controlPlane(environment === undefined ? {} : { environment });
      const spec = { servedVersion: 1, state: 'approved', templateText: 'text 1' };
      const pinned = template({ ...spec, environments: { staging: 3 } });
      const result = compiled([here, pinned, text(1)]);
      expect(told(result)).toMatchObject({ served: 1, versions: [{ version: 1 }] });
      expect(verdictOn(result, 'summary')).toMatchObject({
        reason: 'Accepted',
        message: 'environments.staging: no PromptVersion is version 3: approve it, or name another',
      });
    },
  );

  it('says where an approved prompt has a text that nobody approved, and is the approved one', () => {
    const approved = { state: 'approved', servedVersion: 1 };
    const edited = compiled([template({ ...approved, templateText: 'unread' }), text(1)]);
    expect(verdictOn(edited, 'summary')).toMatchObject({ reason: 'Accepted' });
    expect(verdictOn(edited, 'summary').message).toContain(
      'nobody approved the text of spec: version 1 is served, which has another one',
    );
    expect(told(edited)).toMatchObject({ versions: [{ templateText: 'text 1' }] });
    const same = compiled([template({ ...approved, templateText: 'text 1' }), text(1)]);
    expect(verdictOn(same, 'summary').message).toBe('valid, and everything it refers to exists');
  });

  it('is nothing of another organization, nor of a prompt that had the name before', () => {
    const version = (uid: string) =>
      toSourceObject('PromptVersion', {
        apiVersion: 'aicp.dev/v1alpha1',
        kind: 'PromptVersion',
        metadata: { name: `of-${uid}`, uid: `version-${uid}`, ownerReferences: [{ uid }] },
        spec: text(uid === 'PromptTemplate-summary' ? 1 : 2).spec,
      });
    const objects = [version('PromptTemplate-summary'), version('gone')];
    const rival = text(3, { organizationId: 'rival' });
    const result = compiled([template({}), ...objects, rival, object('Organization', 'rival', {})]);
    expect(numbers(result)).toEqual([1]);
  });

  it('is bounded, but for what is served', () => {
    const many = Array.from({ length: 60 }, (_, index) => text(index + 1));
    const some = numbers(compiled([template({ servedVersion: 1 }), ...many]));
    expect(some).toEqual([...Array.from({ length: 32 }, (_, index) => 60 - index), 1]);
    const long = { templateText: 'x'.repeat(65_536) };
    const large = Array.from({ length: 20 }, (_, index) => text(index + 1, long));
    expect(numbers(compiled([template({ servedVersion: 1 }), ...large]))).toHaveLength(8);
  });
});

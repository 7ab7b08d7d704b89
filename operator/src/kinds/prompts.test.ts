import { expect, it, describe } from 'vitest';
import { object } from '../testing/builders.ts';
import { compiled, verdictOn } from '../testing/compiled.ts';

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

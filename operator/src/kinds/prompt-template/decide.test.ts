import { expect, it } from 'vitest';
import { object } from '../../testing/builders.ts';
import { compiled, verdictOn } from '../../testing/compiled.ts';

const version = (prompt: string) =>
  object('PromptVersion', `${prompt}-2`, {
    prompt,
    version: 2,
    templateText: 'x',
    approvedBy: 'ada',
    approvedAt: '2026-01-01T00:00:00Z',
  });

it('a prompt waits for the version that it serves, and for its own alone', () => {
  const prompt = object('PromptTemplate', 'summary', { templateText: 'x', servedVersion: 2 });
  expect(verdictOn(compiled([prompt, version('other')]), 'summary')).toMatchObject({
    reason: 'ReferenceNotFound',
    message: 'servedVersion: no PromptVersion is version 2: approve it, or name another',
  });
  expect(verdictOn(compiled([prompt, version('summary')]), 'summary').reason).toBe('Accepted');
});

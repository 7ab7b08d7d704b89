import { expect, it } from 'vitest';
import { servedText } from './prompt.ts';

it.each([
  [{ status: 'draft', version: 1 }, 'No version is served yet: none was approved.'],
  [{ status: 'approved', version: 2, served_version: 2 }, 'Version 2 is served.'],
  [
    { status: 'in_review', version: 3, served_version: 2 },
    'Version 2 is served. The text at hand is to be version 3.',
  ],
  [
    { status: 'archived', version: 2, served_version: 2 },
    'Nothing is served: the prompt is archived.',
  ],
] as const)('says of %j what is served', (prompt, text) => {
  expect(servedText(prompt)).toBe(text);
});

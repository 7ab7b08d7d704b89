import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PII_ENTITIES } from '@aicp/contracts/guardrails/entities';
import { secretNames } from '@aicp/detection/secrets/secret-searchers';
import { expect, it } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/detector.md'), 'utf8');

/** The names in code of the first paragraph under a heading. */
const namesUnder = (heading: string): string[] => {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const [, paragraph = ''] = section.split('\n\n');
  return [...paragraph.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name).toSorted();
};

it('names all kinds of personal data and of secrets that detectors find', () => {
  expect(namesUnder('Personal data')).toEqual([...PII_ENTITIES].toSorted());
  expect(namesUnder('Secrets')).toEqual([...secretNames].toSorted());
});

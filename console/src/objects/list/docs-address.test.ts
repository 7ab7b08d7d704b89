import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RESOURCES } from '../../resources/resource-table.ts';
import { docsAddress, docsChapter } from './docs-address.ts';

const DOCUMENT = join(import.meta.dirname, '../../../../docs/reference/openapi.json');
const api = JSON.parse(await readFile(DOCUMENT, 'utf8')) as {
  readonly tags: readonly { readonly name: string }[];
};

it.each(Object.values(RESOURCES))('leads to what is written of $nouns', (resource) => {
  expect(api.tags.map(({ name }) => name)).toContain(docsChapter(resource));
});

it('leads to the documentation below the path that the service is at', () => {
  expect(docsAddress('https://host.example/aicp/', RESOURCES.rateLimitPolicy)).toBe(
    'https://host.example/aicp/docs#/Rate%20limits',
  );
});

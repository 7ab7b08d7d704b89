import { expect, it } from 'vitest';
import { azureResource } from './azure-path.ts';

it.each([
  ['/files', undefined, '/openai/v1/files'],
  ['/files?limit=1', 'preview', '/openai/v1/files?limit=1&api-version=preview'],
  ['/files', 'preview', '/openai/v1/files?api-version=preview'],
  ['/files/file-1', '2024-10-21', '/openai/files/file-1?api-version=2024-10-21'],
])('asks for %s by version %s at %s', (path, version, target) => {
  expect(azureResource(path, version)).toBe(target);
});

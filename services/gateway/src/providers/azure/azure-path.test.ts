import { expect, it } from 'vitest';
import { azureBatchUrl, azurePath, azureResource, hasResponses } from './azure-path.ts';

it.each([
  ['/files', undefined, '/openai/v1/files'],
  ['/files?limit=1', 'preview', '/openai/v1/files?limit=1&api-version=preview'],
  ['/files', 'preview', '/openai/v1/files?api-version=preview'],
  ['/files/file-1', '2024-10-21', '/openai/files/file-1?api-version=2024-10-21'],
])('asks for %s by version %s at %s', (path, version, target) => {
  expect(azureResource(path, version)).toBe(target);
});

it.each([
  ['/v1/chat/completions', undefined, '/v1/chat/completions'],
  ['/v1/chat/completions', 'preview', '/v1/chat/completions'],
  ['/v1/chat/completions', '2024-10-21', '/chat/completions'],
  ['/v1/embeddings', '2024-10-21', '/embeddings'],
  ['/v1/responses', '2025-04-01-preview', '/v1/responses'],
])('calls %s in a batch by version %s %s', (endpoint, version, url) => {
  expect(azureBatchUrl(endpoint, version)).toBe(url);
});

it.each([
  [undefined, true, '/openai/v1/responses'],
  ['v1', true, '/openai/v1/responses'],
  ['preview', true, '/openai/v1/responses?api-version=preview'],
  ['2025-03-01-preview', true, '/openai/responses?api-version=2025-03-01-preview'],
  ['2026-01-01', true, '/openai/responses?api-version=2026-01-01'],
  ['2025-02-01-preview', false, '/openai/responses?api-version=2025-02-01-preview'],
  ['2024-10-21', false, '/openai/responses?api-version=2024-10-21'],
])('has responses by version %s: %s, at %s', (version, has, path) => {
  expect(hasResponses(version)).toBe(has);
  expect(azurePath({ format: 'responses', model: 'deployed' }, version)).toBe(path);
});

// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { fileNameIn, saveFile } from './save-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  ['attachment; filename="audit.csv"', 'audit.csv'],
  ['attachment; filename=audit.jsonl', 'audit.jsonl'],
  ['attachment', undefined],
  [null, undefined],
])('reads the file name in %s', (header, name) => {
  expect(fileNameIn(header)).toBe(name);
});

it('saves an answer, tells how much has come, and gives the memory back only later', async () => {
  vi.useFakeTimers();
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const onProgress = vi.fn();
  const headers = { 'content-type': 'text/csv' };
  await saveFile(new Response('id\nacme\n', { headers }), 'teams.csv', onProgress);
  const saved = create.mock.lastCall?.[0] as Blob;
  expect(await saved.text()).toBe('id\nacme\n');
  expect(saved.type).toBe('text/csv');
  expect(onProgress).toHaveBeenLastCalledWith(8);
  expect(revoke).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoke).toHaveBeenCalledWith('blob:x');
});

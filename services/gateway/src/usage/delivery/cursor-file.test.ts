import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keptLog } from '../../testing/journal-lines.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { CursorFile } from './cursor-file.ts';

async function cursorIn(directory: string) {
  const path = join(directory, 'cursor.json');
  const { log, logged } = keptLog();
  const opened = async () => {
    const file = new CursorFile({ path, log });
    return { file, position: await file.load() };
  };
  return { path, logged, opened, ...(await opened()) };
}

const at = (offset: number) => ({ segment: 3, offset });

it('knows nothing before the first save, and the last one after any number', async () => {
  await using directory = await temporaryDirectory();
  const { file, position, opened, logged } = await cursorIn(directory.path);
  expect(position).toBeUndefined();
  for (const offset of [5, 70, 600, 10, 2]) {
    await file.save(at(offset));
    expect((await opened()).position).toEqual(at(offset));
  }
  expect(logged).toEqual([]);
});

it('knows the last or the one before it, whatever of the last is written', async () => {
  await using directory = await temporaryDirectory();
  const { file, path, opened } = await cursorIn(directory.path);
  for (const offset of [100, 200]) await file.save(at(offset));
  const before = await readFile(path, 'utf8');
  await file.save(at(300));
  const after = await readFile(path, 'utf8');
  for (let cut = 0; cut <= after.length; cut += 1) {
    await writeFile(path, after.slice(0, cut) + before.slice(cut));
    expect([at(200), at(300)]).toContainEqual((await opened()).position);
  }
});

it('goes on with the newest of them after a restart', async () => {
  await using directory = await temporaryDirectory();
  const { file, opened } = await cursorIn(directory.path);
  for (const offset of [100, 200, 300]) await file.save(at(offset));
  const next = await opened();
  await next.file.save({ segment: 0, offset: 0 });
  expect((await opened()).position).toEqual({ segment: 0, offset: 0 });
});

it('reads the file of an earlier build, and tells of one that cannot be read', async () => {
  await using directory = await temporaryDirectory();
  const { path, opened, logged } = await cursorIn(directory.path);
  await writeFile(path, '{"segment":3,"offset":70}');
  const { file, position } = await opened();
  expect(position).toEqual(at(70));
  await file.save(at(80));
  expect((await opened()).position).toEqual(at(80));
  expect(logged).toEqual([]);
  await writeFile(path, '{"segm');
  expect((await opened()).position).toBeUndefined();
  expect(logged).toMatchObject([{ event: 'usage_cursor_unreadable', level: 'warn' }]);
});

it('makes a file anew that somebody removed', async () => {
  await using directory = await temporaryDirectory();
  const { file, path, opened } = await cursorIn(directory.path);
  await file.save(at(100));
  await rm(path);
  await file.save(at(200));
  expect((await opened()).position).toEqual(at(200));
});

import { open, rename } from 'node:fs/promises';

/** Replaces a file so that a reader, or a crash, sees the old or the new one and nothing between. */
export async function replaceFile(path: string, contents: string, mode = 0o600): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'w', mode);
  try {
    await file.writeFile(contents);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

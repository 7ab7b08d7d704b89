import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string;
}

/** A directory of a test's own, that goes with it. */
export async function temporaryDirectory(): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'aicp-test-'));
  // What a test had killed may write its last file meanwhile.
  const gone = { recursive: true, force: true, maxRetries: 5 };
  return { path, [Symbol.asyncDispose]: () => rm(path, gone) };
}

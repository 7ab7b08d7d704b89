import { renameSync, writeFileSync } from 'node:fs';
import type { UpState } from '../data/state.ts';

/** Replaces the state file, so that a reader never sees half of it. It stands apart from the schema, which the supervisor would carry in memory for nothing. */
export function writeState(path: string, state: UpState): void {
  writeFileSync(`${path}.tmp`, JSON.stringify(state, null, 2), { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { UpState } from '../data/state.ts';
import { welcome } from './welcome.ts';

const KEY = 'aicp_a-key-that-nobody-may-read';

function stateWithKey(): UpState {
  const directory = mkdtempSync(join(tmpdir(), 'aicp-welcome-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const adminKeyFile = join(directory, 'admin.key');
  writeFileSync(adminKeyFile, `${KEY}\n`);
  return {
    supervisor: 1,
    version: '0.1.0',
    startedAt: '2026-11-01T00:00:00Z',
    portOffset: 0,
    kubeconfig: join(directory, 'kubeconfig'),
    adminKeyFile,
    configRevision: '1.1',
    ready: true,
    services: [],
    failure: null,
  };
}

it('shows the administrator his key on a terminal', () => {
  expect(welcome(stateWithKey(), true)).toContain(`admin key       ${KEY}   (also in `);
});

it('keeps the key out of all other output, which may be a log, and says where it is', () => {
  const state = stateWithKey();
  const said = welcome(state, false);
  expect(said).not.toContain(KEY);
  expect(said).toContain(`admin key       in ${state.adminKeyFile}`);
  expect(said).toContain(`$(cat ${state.adminKeyFile})`);
});

it('says where the data is to the commands that would look for it elsewhere', () => {
  const state = stateWithKey();
  const elsewhere = dirname(state.adminKeyFile);
  expect(welcome(state, false)).toContain(
    `make down stops everything (each with ARGS="--data-dir ${elsewhere}")`,
  );
  const adminKeyFile = join(process.cwd(), '.aicp', 'admin.key');
  expect(welcome({ ...state, adminKeyFile }, false)).toContain('make down stops everything; the');
});

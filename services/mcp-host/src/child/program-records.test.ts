import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ProgramRecords } from './program-records.ts';

/** One that heeds nothing but SIGKILL, as a program in a group of its own. */
async function deafProgram() {
  const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')";
  const child = spawn(process.execPath, ['-e', script], { detached: true });
  const ended = once(child, 'exit');
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await once(child.stdout, 'data');
  const { pid } = child;
  if (pid === undefined) throw new Error('it did not start');
  return { child, pid, ended };
}

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'aicp-records-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  return directory;
}

// Where there is no /proc, nothing is known of processes.
describe.runIf(existsSync('/proc/self/stat'))('an MCP host that is started again', () => {
  it('ends the programs of one that was killed, and says so', async () => {
    const directory = folder();
    const { log, entries } = recordingLog();
    const { pid, ended } = await deafProgram();
    (await ProgramRecords.open(directory, log)).begun(pid);
    await ProgramRecords.open(directory, log);
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(entries).toMatchObject([{ event: 'mcp_server_left_ended', pid }]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each([
    ['began at another time', { began: '1' }],
    ['is of another start of the machine', { boot: 'another' }],
  ])('leaves a process alone that has the number of a program and %s', async (_, other) => {
    const directory = folder();
    const { log, entries } = recordingLog();
    const { child, pid } = await deafProgram();
    (await ProgramRecords.open(directory, log)).begun(pid);
    const path = join(directory, `${pid}.json`);
    const record = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...record, ...other }));
    await ProgramRecords.open(directory, log);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    expect(entries).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('takes records that were cut short, or name what is no program, for none', async () => {
    const directory = folder();
    const { log, entries } = recordingLog();
    for (const [at, text] of ['', '{"pid": 1', '{"pid": 1, "began": "1", "boot": "b"}'].entries()) {
      writeFileSync(join(directory, `${at}.json`), text);
    }
    await ProgramRecords.open(directory, log);
    expect(entries).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('keeps nothing of programs that have ended', async () => {
    const directory = folder();
    const records = await ProgramRecords.open(directory, recordingLog().log);
    const { pid } = await deafProgram();
    records.begun(pid);
    expect(readdirSync(directory)).toEqual([`${pid}.json`]);
    records.over(pid);
    expect(readdirSync(directory)).toEqual([]);
  });
});

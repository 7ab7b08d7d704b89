// Starts a process that would live for an hour, says which and waits for its death: `die-suddenly.ts FOLDER`.
import { Reaper, TestProcess } from '../test-process.ts';

const folder = process.argv[2] ?? '';
const child = new TestProcess({
  name: 'sleeper',
  command: 'sleep',
  args: ['3600'],
  folder,
  environment: process.env,
  reaper: new Reaper(folder),
});
process.stdout.write(`${child.pid}\n`);

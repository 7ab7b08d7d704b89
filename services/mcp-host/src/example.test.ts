import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { command, startTestHost } from './testing/start-test-host.ts';

const FOLDER = join(import.meta.dirname, '../../../examples/agents/mcp-stdio');

it('runs the example as its object says', async () => {
  const yaml = readFileSync(join(FOLDER, 'clock.yaml'), 'utf8');
  expect(yaml).toContain(
    'command: node\n  args: [/tools/clock.mjs]\n  env: { ZONE: Europe/Berlin }',
  );
  await using host = await startTestHost();
  const args = [join(FOLDER, 'clock.mjs')];
  host.run(command('clock', process.execPath, { args, env: { ZONE: 'Europe/Berlin' } }));
  await host.running('clock');
  const clock = host.ask('clock');
  const tools = await clock.tools();
  expect(tools.map(({ definition }) => definition.name)).toEqual(['now']);
  const now = (zone: string) =>
    clock.ask('tools/call', { name: 'now', arguments: { zone } }, { timeoutMs: 10_000 });
  expect(await now('Asia/Tokyo')).toMatchObject({
    content: [{ text: expect.stringMatching(/^[0-9/]{10}, [0-9:]{8}$/) as string }],
  });
  await expect(now('Nowhere')).rejects.toThrow('Invalid time zone');
});

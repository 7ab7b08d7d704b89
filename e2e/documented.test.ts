import { expect, it } from 'vitest';
import { kubectlCommands, shellCommands } from './documented.ts';

it('takes the commands under a heading, and none from the section after it', async () => {
  const commands = await shellCommands('README.md', 'Two commands');
  expect(commands.join('\n')).toContain('make up');
  expect(commands).not.toContain('kind create cluster');
});

it('takes the first commands of a page where no heading is named', async () => {
  const commands = await shellCommands('docs/operations/uninstall.md');
  expect(commands).toEqual(['helm uninstall aicp --namespace aicp']);
});

it('fails where a page has no such heading, or no commands under it', async () => {
  await expect(shellCommands('README.md', 'No such')).rejects.toThrow(
    'no commands under "No such"',
  );
  await expect(shellCommands('README.md', 'Documentation')).rejects.toThrow('no commands under');
});

it('takes what begins with kubectl, and no other command', async () => {
  const commands = await kubectlCommands('docs/operations/uninstall.md');
  expect(commands.length).toBeGreaterThan(3);
  expect(commands.filter((command) => !command.startsWith('kubectl '))).toEqual([]);
});

import { expect, it } from 'vitest';
import { kubectlCommands, shellBlock } from './documented.ts';

it('takes the commands under a heading, and none from the section after it', async () => {
  const block = await shellBlock('README.md', 'Two commands');
  expect(block).toContain('make up');
  expect(block).not.toContain('kind create cluster');
});

it('fails where a page has no such heading, or no commands under it', async () => {
  await expect(shellBlock('README.md', 'No such')).rejects.toThrow('no commands under "No such"');
  await expect(shellBlock('README.md', 'Documentation')).rejects.toThrow('no commands under');
});

it('takes what begins with kubectl, and no other command', async () => {
  const commands = await kubectlCommands('docs/operations/uninstall.md');
  expect(commands.length).toBeGreaterThan(3);
  expect(commands.filter((command) => !command.startsWith('kubectl '))).toEqual([]);
});

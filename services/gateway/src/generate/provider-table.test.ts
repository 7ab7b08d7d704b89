import { expect, it } from 'vitest';
import { PROVIDER_TYPES } from '../providers/provider-types.ts';
import { withProviderTable } from './provider-table.ts';

const PAGE =
  'Before.\n\n<!-- providers:begin (made by `make generate`) -->\nold\n<!-- providers:end -->\n\nBehind.\n';

it('has a row for each type that is served, with what its client says that it speaks', () => {
  const page = withProviderTable(PAGE, (type) => type === 'groq');
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  expect(rows).toHaveLength(Object.keys(PROVIDER_TYPES).length + 2);
  expect(rows).toContainEqual(
    expect.stringMatching(
      /^\| \[Groq\]\(groq\.md\) \| `groq` \| chat, speech, transcriptions, translations \|/,
    ),
  );
  expect(rows).toContainEqual(
    expect.stringMatching(/^\| Perplexity \| `perplexity` \| chat \| – \|/),
  );
  expect(page).toMatch(/^Before\.\n\n[^]*\n\nBehind\.\n$/);
  expect(page).not.toContain('old');
});

it('says which page lacks its place', () => {
  expect(() => withProviderTable('Nothing.', () => false)).toThrow('providers:begin');
});

import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { askModels } from '@aicp/admin/kinds/provider/asking/ask-models';
import { addressGuard, LOCAL_TOO } from '@aicp/common/http/address-guard';
import { TWIN_VENDORS } from '@aicp/gateway/twins/vendors';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Vendors whose twin can be asked for its models, and what their pages call models upstream. */
const pages = globSync('docs/providers/*.md', { cwd: root }).flatMap((page) => {
  const vendor = basename(page, '.md');
  const text = readFileSync(join(root, page), 'utf8');
  const named = [...text.matchAll(/^ +upstreamModel: (\S+)/gm)].map(([, name = '']) => name);
  return TWIN_VENDORS[vendor] && named.length > 0 ? [[vendor, named] as const] : [];
});

/** They have no list, or none that is at the address of their twin. */
const WITHOUT_LIST = new Set(['bedrock', 'perplexity', 'vertex']);

it('most pages name models of a vendor that is simulated', () => {
  expect(pages.length).toBeGreaterThan(12);
});

it.each(pages.filter(([vendor]) => !WITHOUT_LIST.has(vendor)))(
  'the simulated %s lists the models of its page, so that `aicp doctor` has nothing to say',
  async (vendor, named) => {
    const simulated = TWIN_VENDORS[vendor]!;
    await using twin = await simulated.start();
    const asked = await askModels({
      spec: { type: vendor, baseUrl: `${twin.origin}${simulated.base}` },
      credential: twin.credential ?? 'any',
      guard: addressGuard(LOCAL_TOO),
    });
    if ('failure' in asked) expect.unreachable(asked.failure.message);
    const listed = asked.models.map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining(named));
  },
);

/** The files of a kind `Sticker`, which the admin service acts on, by their paths: what CONTRIBUTING.md, "A new kind", asks for. */
export const STICKER: Readonly<Record<string, string>> = {
  'crds/src/sticker.ts': `import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';

const spec = z.object({
  organizationId: f
    .refersTo('Organization', f.objectName(), { onDelete: 'goes' })
    .meta({ description: 'Organization that may stick it.' }),
  displayName: f.displayName().meta({ description: 'What stands on it.' }),
  colour: z.enum(['red', 'blue']).default('red').meta({ description: 'Its colour.' }),
});

export type StickerSpec = z.output<typeof spec>;

/** Something to stick on a door. */
export const sticker = defineKind({
  kind: 'Sticker',
  plural: 'stickers',
  shortNames: ['stk'],
  feature: 'sticker',
  description: 'Something to stick on a door.',
  spec,
  selectable: ['.spec.organizationId'],
  api: {
    path: 'stickers',
    permission: 'stickers',
    readers: 'everybody',
    tag: 'Stickers',
    noun: 'sticker',
    required: ['name'],
    example: { name: 'Beware', organization_id: 'acme', colour: 'blue' },
  },
  enforcedBy: ['admin'],
});
`,
  'crds/cases/sticker/good.yaml': `apiVersion: aicp.dev/v1alpha1
kind: Sticker
metadata:
  name: beware
spec:
  organizationId: acme
  displayName: Beware
`,
  'crds/cases/sticker/cases.yaml': `- name: full
  patch: { spec: { colour: blue } }
  expect: accepted
- name: colour-unknown
  patch: { spec: { colour: green } }
  expect: 'spec.colour: Unsupported value: "green"'
`,
  'docs/reference/sticker.md': `# Sticker

Something to stick on a door. Short name: \`stk\`.

## Fields

<!-- fields:begin (made by \`make generate\`) -->
<!-- fields:end -->

## Conditions

See [conditions](conditions.md).
`,
  'services/contracts/src/snapshot/sections/sticker.ts': `import { z } from 'zod';
import { defineSection, source } from './kit/section.ts';

export const stickerFragment = z.object({
  source,
  id: z.string(),
  organization: z.string(),
  text: z.string(),
  colour: z.string(),
});
export type StickerFragment = z.output<typeof stickerFragment>;

export const stickers = defineSection({
  name: 'stickers',
  item: stickerFragment,
  readers: ['admin'],
  isNeverPinned: true,
  guards: ({ colour }) => colour === 'red',
});
`,
  'operator/src/kinds/sticker/kind.ts': `import type { StickerFragment } from '@aicp/contracts/snapshot/sections/sticker';
import { sticker, type StickerSpec } from '@aicp/crds/sticker';
import { accepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

export const stickerKind = operatorKind<StickerSpec, null>({
  definition: sticker,
  sections: () => ['stickers'],
  keptIn: 'stickers',
  gather: () => null,
  decide: decideSticker,
});

function decideSticker(object: SourceObject, spec: StickerSpec): KindVerdict {
  const fragment: StickerFragment = {
    source: sourceOf(object),
    id: object.name,
    organization: spec.organizationId,
    text: spec.displayName,
    colour: spec.colour,
  };
  return accepted([{ section: 'stickers', fragment }]);
}
`,
};

/** `crds/src/kinds.ts` with the kind in it: the one file outside the kind's own that people edit. */
export const inKinds = (text: string): string =>
  text
    .replace('import { team }', "import { sticker } from './sticker.ts';\nimport { team }")
    .replace('  license,\n];', '  license,\n  sticker,\n];');

/** A program that compiles two stickers, one of them of an organization that is not there, and prints what became of them. */
export const PROBE = `
import { readFileSync } from 'node:fs';
import { isGuard, isNeverPinned, SECTIONS } from '@aicp/contracts/snapshot/sections';
import { object } from '@aicp/operator/testing/builders';
import { compiled, fragments, verdictOn } from '@aicp/operator/testing/compiled';
import { parse } from 'yaml';

const { metadata, spec } = parse(readFileSync('crds/cases/sticker/good.yaml', 'utf8'));
const result = compiled([
  object('Organization', 'acme', { displayName: 'Acme' }),
  object('Sticker', metadata.name, spec),
  object('Sticker', 'astray', { ...spec, organizationId: 'nobody' }),
]);
const made = fragments(result, 'stickers');
console.log(JSON.stringify({
  fragments: made,
  verdicts: [metadata.name, 'astray'].map((name) => verdictOn(result, name).reason),
  isRead: made.every((one) => SECTIONS.admin.stickers.safeParse(one).success),
  isHiddenFromGateway: !('stickers' in SECTIONS.gateway),
  isNeverPinned: isNeverPinned('stickers'),
  guards: [isGuard('stickers', { colour: 'red' }), isGuard('stickers', { colour: 'blue' })],
}));
`;

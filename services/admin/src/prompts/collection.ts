import { promptTemplate } from '@aicp/crds/prompt-template';
import type { Collection } from '../resources/collection.ts';
import type { ObjectStore } from '../resources/store.ts';
import { revised } from './life-cycle.ts';
import { nextVersion } from './prompt-versions.ts';

export const prompts = (store: ObjectStore): Collection => ({
  kind: promptTemplate,
  path: 'prompts',
  permission: 'prompts',
  isShared: true,
  ...{ tag: 'Prompts', noun: 'prompt', required: ['name'] },
  fixed: ['state', 'version', 'servedVersion'],
  filters: ['category'],
  revise: (before, spec) => revised(before, spec, () => nextVersion(store, before)),
  example: {
    name: 'Summary',
    slug: 'summary',
    template_text: 'Sum up in {{sentences}} sentences: {{text}}',
    variables: [{ name: 'text' }, { name: 'sentences', type: 'number', default: '3' }],
  },
});

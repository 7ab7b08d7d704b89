import { plainColumn, textColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.promptTemplate,
  purpose:
    'A prompt is a text with variables that programs use by its name. It has versions, and each is reviewed before it is used.',
  columns: [
    textColumn('slug'),
    textColumn('category'),
    textColumn('model_hint'),
    plainColumn('tags'),
  ],
  filters: [],
  groups: [
    {
      title: 'Prompt',
      fields: ['name', 'slug', 'description', 'organization_id', 'category', 'tags'],
    },
    { title: 'Text', fields: ['template_text', 'variables', 'model_hint'] },
  ],
};

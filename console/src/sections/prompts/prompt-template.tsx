import {
  choiceFilter,
  dateFilter,
  plainColumn,
  textColumn,
  textFilter,
} from '../../objects/kit/columns.tsx';
import type { ApiObject } from '../../api/api-object.ts';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import type { RecordColumn, RecordFilter } from '../../records/kit/record-list-props.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { PromptSummary } from './life/prompt-summary.tsx';
import { StepButtons } from './life/step-buttons.tsx';
import { asPrompt, STATES, stateOf } from './prompt/prompt.ts';
import { PromptState } from './prompt/prompt-state.tsx';
import { RenderTab } from './render/render-tab.tsx';
import { TextTab } from './text/text-tab.tsx';
import { UseTab } from './use/use-tab.tsx';
import { VersionsTab } from './versions/versions-tab.tsx';

const STATUS: RecordColumn<ApiObject> = {
  ...{ field: 'status', title: 'Review', isSortable: true },
  cell: (object) => <PromptState state={stateOf(asPrompt(object))} />,
};

const STATUS_FILTER: RecordFilter = {
  ...choiceFilter('status', []),
  ...({ kind: 'choice', title: 'Review' } as const),
  options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
};

export const definition: ObjectDefinition = {
  resource: RESOURCES.promptTemplate,
  purpose:
    'A prompt is a text with variables that programs use by its name. It has versions, and each is reviewed before it is used.',
  columns: [
    STATUS,
    { ...textColumn('version', 'Version'), isNumber: true },
    { ...textColumn('served_version', 'Served'), isNumber: true },
    textColumn('category'),
    textColumn('model_hint', 'Written for'),
    plainColumn('tags'),
    { ...textColumn('slug', 'Short name'), isHidden: true },
    { ...textColumn('submitted_by', 'Handed in by'), isHidden: true },
    { ...textColumn('description'), isHidden: true },
  ],
  filters: [
    STATUS_FILTER,
    textFilter('category'),
    textFilter('model_hint', 'Written for'),
    textFilter('slug', 'Short name'),
    textFilter('submitted_by', 'Handed in by'),
    dateFilter(),
  ],
  groups: [
    {
      title: 'Prompt',
      fields: ['name', 'slug', 'description', 'organization_id', 'category', 'tags'],
    },
    { title: 'Text', fields: ['template_text', 'variables', 'model_hint'] },
  ],
  tabs: [
    { id: 'text', title: 'Text', keepsText: true, Content: TextTab },
    { id: 'versions', title: 'Versions', Content: VersionsTab },
    { id: 'render', title: 'Render', keepsText: true, Content: RenderTab },
    { id: 'use', title: 'Use it', Content: UseTab },
  ],
  Actions: StepButtons,
  Summary: PromptSummary,
};

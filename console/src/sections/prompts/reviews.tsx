import { Stack } from '@mantine/core';
import type { RecordColumn } from '../../records/kit/record-list-props.ts';
import { EmptyNote } from '../../records/kit/empty-note.tsx';
import { RecordList } from '../../records/record-list.tsx';
import { RESOURCES } from '../../resources/resource-table.ts';
import { Dash, Moment } from '../../ui/cells/moment.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Prompt } from './prompt/prompt.ts';
import { ReviewDetails } from './reviews/review-details.tsx';

const COLUMNS: readonly RecordColumn<Prompt>[] = [
  { field: 'name', title: 'Name', isSortable: true, cell: ({ name, id }) => name || id },
  { field: 'category', title: 'Category', isSortable: true },
  { field: 'organization_id', title: 'Organization', isSortable: true },
  {
    field: 'submitted_by',
    title: 'Handed in by',
    cell: ({ submitted_by }) => submitted_by ?? <Dash />,
  },
  {
    field: 'updated_at',
    title: 'Changed',
    isSortable: true,
    cell: ({ updated_at }) => <Moment at={updated_at} />,
  },
];

/** Prompts whose text waits for a review. */
export function Page() {
  return (
    <Stack gap="xs">
      <PageTitle
        title="Review queue"
        description="Prompts whose text waits for a review. Open one to compare it with what is served, and to decide."
      />
      <RecordList<Prompt>
        collection={RESOURCES.promptTemplate.collection}
        nouns="prompts"
        idOf={({ id }) => id}
        columns={COLUMNS}
        query={{ status: 'in_review' }}
        isSearchable
        isOfOrganization
        Details={ReviewDetails}
        empty={
          <EmptyNote title="No prompt waits for a review">
            Whoever changes a prompt hands its text in on the page of the prompt. It stands here
            until somebody approves or rejects it.
          </EmptyNote>
        }
      />
    </Stack>
  );
}

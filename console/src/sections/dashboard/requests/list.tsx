import { Stack } from '@mantine/core';
import { useSearchParam } from '../../../address/search-params.ts';
import { textFilter } from '../../../objects/kit/columns.tsx';
import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import type { RecordColumn, RecordFilter } from '../../../records/kit/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { durationText } from '../../../ui/text/format-number.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { RESULTS, type RequestRecord } from './request-texts.ts';
import { idInPath } from '../../../address/id-in-path.ts';

const linked = (
  field: 'key_id' | 'team_id' | 'policy' | 'ab_test' | 'provider',
  title: string,
  collection: string,
): RecordColumn<RequestRecord> => ({
  ...{ field, title },
  cell: (record) => <ObjectLink collection={collection} id={record[field]} />,
});

const timed = (
  field: 'latency_ms' | 'first_token_ms',
  title: string,
): RecordColumn<RequestRecord> => ({
  ...{ field, title, isNumber: true },
  cell: ({ [field]: ms }) => (ms === null ? '' : durationText(ms)),
});

const counted = (
  field: 'input_tokens' | 'output_tokens' | 'attempts',
  title: string,
): RecordColumn<RequestRecord> => ({
  ...{ field, title, isNumber: true, isHidden: true },
  cell: (record) => <Count value={record[field]} />,
});

const COLUMNS: readonly RecordColumn<RequestRecord>[] = [
  { field: 'at', title: 'When', cell: ({ at }) => <Moment at={at} /> },
  linked('key_id', 'Key', RESOURCES.apiKey.collection),
  linked('team_id', 'Team', RESOURCES.team.collection),
  { field: 'user_id', title: 'User', isHidden: true },
  { field: 'model_asked', title: 'Asked for' },
  { field: 'model_served', title: 'Answered by' },
  { ...linked('provider', 'Provider', RESOURCES.provider.collection), isHidden: true },
  {
    field: 'result',
    title: 'Result',
    cell: ({ result }) => <ToneBadge {...RESULTS[result]} />,
  },
  { field: 'status', title: 'Status', isNumber: true },
  { field: 'code', title: 'Why', isHidden: true },
  timed('latency_ms', 'Took'),
  { ...timed('first_token_ms', 'First token'), isHidden: true },
  {
    ...{ field: 'cost_usd', title: 'Cost', isNumber: true },
    cell: ({ cost_usd: cost }) => <Usd value={cost} />,
  },
  counted('input_tokens', 'Input tokens'),
  counted('output_tokens', 'Output tokens'),
  counted('attempts', 'Attempts'),
  { ...linked('policy', 'Policy', RESOURCES.routingPolicy.collection), isHidden: true },
  { ...linked('ab_test', 'A/B test', RESOURCES.abTest.collection), isHidden: true },
  {
    ...{ field: 'prompt', title: 'Prompt', isHidden: true },
    cell: ({ prompt }) => (
      <ObjectLink collection={RESOURCES.promptTemplate.collection} id={prompt?.id ?? null} />
    ),
  },
  { field: 'id', title: 'ID', isHidden: true },
];

const object = (name: string, title: string, collection: string): RecordFilter => ({
  ...{ kind: 'object', name, title, collection },
});

const FILTERS: readonly RecordFilter[] = [
  {
    ...{ kind: 'choice', name: 'result', title: 'Result' },
    options: Object.entries(RESULTS).map(([value, { label }]) => ({ value, label })),
  },
  object('key', 'Key', RESOURCES.apiKey.collection),
  object('team', 'Team', RESOURCES.team.collection),
  textFilter('user'),
  textFilter('model'),
  object('provider', 'Provider', RESOURCES.provider.collection),
  {
    ...{ kind: 'text', name: 'status', title: 'Status', placeholder: 'Status: 429 or 4xx' },
  },
  object('policy', 'Policy', RESOURCES.routingPolicy.collection),
  object('ab_test', 'A/B test', RESOURCES.abTest.collection),
  object('prompt', 'Prompt', RESOURCES.promptTemplate.collection),
  { ...{ kind: 'text', name: 'tag', title: 'Tag', placeholder: 'Tag: name=value' } },
];

/** Requests with what became of them. One that is looked for by its id is found whenever it was. */
export function Page() {
  const [organization] = useSearchParam('org');
  const [id] = useSearchParam('q');
  return (
    <Stack gap="xs">
      <PageTitle
        title="Requests"
        description="What the gateway decided of each request, what became of it, and what it cost. Prompts and answers are not kept. Search by the id of a request, or its beginning."
      />
      <RecordList<RequestRecord>
        collection="/api/v1/requests"
        nouns="requests"
        idOf={(record) => record.id}
        linkOf={(record) => `/requests/${idInPath(record.id)}`}
        columns={COLUMNS}
        filters={FILTERS}
        query={{ organization }}
        isTimed={id === ''}
        isSearchable
        refetchMs={10_000}
        empty={
          <EmptyNote title="No requests in this time">
            Requests that clients send to the gateway stand here a second later.
          </EmptyNote>
        }
      />
    </Stack>
  );
}

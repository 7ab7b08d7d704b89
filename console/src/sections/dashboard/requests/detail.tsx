import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useKeptSearch } from '../../../address/use-go.ts';
import { isMissing } from '../../../api/query-client.ts';
import { usePathParam } from '../../../address/use-path-param.ts';
import { useCan } from '../../../api/runtime.tsx';
import { useRead } from '../../../api/read/use-read.ts';
import { durationText, usdText } from '../../../ui/text/format-number.ts';
import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { forPeople } from '../../../ui/refusal/way-on.ts';
import { WayOnNote } from '../../../ui/refusal/way-on-note.tsx';
import { RequestFacts } from './request-facts.tsx';
import { RequestTimeline } from './request-timeline.tsx';
import { RESULTS, type RequestDetail } from './request-texts.ts';
import { idInPath } from '../../../address/id-in-path.ts';

/** One request: how it was decided, who was asked, and what it cost. */
export function Page() {
  const id = usePathParam('id');
  const request = useRead<RequestDetail>(`/api/v1/requests/${idInPath(id)}`);
  if (request.isPending) return <PageSkeleton />;
  if (isMissing(request.error)) return <Missing id={id} onRetry={() => void request.refetch()} />;
  if (!request.data)
    return <ProblemAlert error={request.error} onRetry={() => void request.refetch()} />;
  return <Known request={request.data} />;
}

/** Requests are recorded a moment after their answers, and not kept for ever. */
const Missing = ({ id, onRetry }: { readonly id: string; readonly onRetry: () => void }) => (
  <Stack gap="md" align="flex-start">
    <PageTitle title="Request" />
    <EmptyNote title="There is no such request">
      None is recorded by the id {id}. A request stands here a second after its answer, for as long
      as the settings keep it.
    </EmptyNote>
    <Button size="xs" variant="default" onClick={onRetry}>
      Look again
    </Button>
  </Stack>
);

function Known({ request }: { readonly request: RequestDetail }) {
  const { id, request_id, at, result, message, code } = request;
  return (
    <Stack gap="md">
      <PageTitle
        title="Request"
        actions={<ExplainButton id={id} />}
        description={
          <Group gap="xs">
            <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {id}
            </Text>
            <CopyText text={id} label="Copy the id" />
            {request_id !== id && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                Its client calls it {request_id}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              <Moment at={at} />
            </Text>
          </Group>
        }
      />
      {result !== 'serve' && (
        <Alert
          color={result === 'fail' ? 'red' : 'yellow'}
          title={`${RESULTS[result].label}${code === null ? '' : `: ${code.replaceAll('_', ' ')}`}`}
        >
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {message === null ? 'No more is known of why.' : forPeople(message)}
          </Text>
          <WayOnNote refused={request} />
        </Alert>
      )}
      <RequestFigures request={request} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Paper withBorder p="md" component="section" aria-label="What happened">
          <Title order={2} size="h5" mb="sm">
            What happened
          </Title>
          <RequestTimeline request={request} />
        </Paper>
        <Paper withBorder p="md" component="section" aria-label="Who and what">
          <Title order={2} size="h5" mb="sm">
            Who and what
          </Title>
          <RequestFacts request={request} />
        </Paper>
      </SimpleGrid>
    </Stack>
  );
}

/** What would become of it by the policies as they are now. */
function ExplainButton({ id }: Pick<RequestDetail, 'id'>) {
  const search = { ...useKeptSearch(), request: id };
  if (!useCan('routing_policies:read')) return null;
  return (
    <Button
      size="xs"
      variant="default"
      renderRoot={(props) => (
        <Link {...props} to="/routing-policies/_explain" search={search as never} />
      )}
    >
      Explain by the policies of now
    </Button>
  );
}

const NONE = '–';

function RequestFigures({ request }: { readonly request: RequestDetail }) {
  const { result, status, latency_ms, first_token_ms, cost_usd } = request;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure title="Result" {...(status === null ? {} : { note: `Status ${status}` })}>
        <ToneBadge {...RESULTS[result]} />
      </Figure>
      <Figure title="Took">{latency_ms === null ? NONE : durationText(latency_ms)}</Figure>
      <Figure title="First token after">
        {first_token_ms === null ? NONE : durationText(first_token_ms)}
      </Figure>
      <Figure title="Cost" {...(cost_usd === null ? { note: 'The model has no price' } : {})}>
        {cost_usd === null ? NONE : usdText(cost_usd)}
      </Figure>
    </SimpleGrid>
  );
}

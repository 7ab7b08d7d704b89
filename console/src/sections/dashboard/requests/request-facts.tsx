import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { countText } from '../../../ui/text/format-number.ts';
import { Dash } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { COMPLETIONS, TOKEN_SOURCES, type RequestDetail } from './request-texts.ts';

type Fact = readonly [title: string, value: ReactNode];

/** Who asked for what, who answered, and what was used. */
export const RequestFacts = ({ request }: { readonly request: RequestDetail }) => (
  <Table className="console-table" withRowBorders={false} aria-label="Request">
    <Table.Tbody>
      {[...callerOf(request), ...modelsOf(request), ...usageOf(request)].map(([title, value]) => (
        <Table.Tr key={title} style={{ verticalAlign: 'top' }}>
          <Table.Th scope="row" w={170} fw={500}>
            {title}
          </Table.Th>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{value ?? <Dash />}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

const link = (collection: string, id: string | null): ReactNode => (
  <ObjectLink collection={collection} id={id} />
);

const callerOf = (request: RequestDetail): Fact[] => [
  ['API key', link(RESOURCES.apiKey.collection, request.key_id)],
  ['Team', link(RESOURCES.team.collection, request.team_id)],
  ['User', request.user_id],
  ['Organization', link(RESOURCES.organization.collection, request.organization_id)],
  ['Tags', pairsText(request.tags)],
];

const modelsOf = (request: RequestDetail): Fact[] => [
  ['Asked for', request.model_asked],
  ['Answered by', request.model_served],
  ['Provider', link(RESOURCES.provider.collection, request.provider)],
  ['Candidates', request.candidates.length > 0 ? request.candidates.join(', ') : null],
  ['Policy', link(RESOURCES.routingPolicy.collection, request.policy)],
  ['A/B test', testOf(request)],
  ['Prompt', promptOf(request)],
  ['Failover rule', link(RESOURCES.failoverRule.collection, request.failover_rule)],
];

function testOf({ ab_test: test, variant }: RequestDetail): ReactNode {
  if (test === null) return null;
  return (
    <>
      {link(RESOURCES.abTest.collection, test)}
      {variant !== null && ` (${variant})`}
    </>
  );
}

function promptOf({ prompt }: RequestDetail): ReactNode {
  if (prompt === null) return null;
  const draft = prompt.draft === true ? ', a draft' : '';
  return (
    <>
      {link(RESOURCES.promptTemplate.collection, prompt.id)} (version {prompt.version}
      {draft})
    </>
  );
}

const usageOf = (request: RequestDetail): Fact[] => [
  ['How it ended', request.completion === null ? null : COMPLETIONS[request.completion]],
  ['Input tokens', tokensText(request.input_tokens, request.cached_input_tokens, 'cached')],
  ['Output tokens', tokensText(request.output_tokens, request.reasoning_tokens, 'reasoning')],
  ['Tokens are', request.tokens_source === null ? null : TOKEN_SOURCES[request.tokens_source]],
  ['Attributes', pairsText(request.attributes)],
  ['Configuration', request.config_revision],
];

function tokensText(all: number | null, part: number | null, name: string): string | null {
  if (all === null) return null;
  return part === null || part === 0
    ? countText(all)
    : `${countText(all)}, of these ${countText(part)} ${name}`;
}

function pairsText(pairs: Readonly<Record<string, unknown>>): string | null {
  const texts = Object.entries(pairs).map(([name, value]) => `${name}=${String(value)}`);
  return texts.length === 0 ? null : texts.join(', ');
}

import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { shortText } from '../../../ui/text/short-text.ts';
import { Value } from '../../../ui/value/value-block.tsx';
import { shownCard, type Skill, type ToldCard } from './agent-card.ts';
import { useCard } from './use-card.ts';

/** What an agent says of itself now: what it can do, and how it is spoken to. */
export function CardTab({ object }: { readonly object: ApiObject }) {
  const read = useCard(object.id);
  return (
    <Stack gap="sm">
      {read.isError && (
        <ProblemAlert
          error={read.error}
          title="Its card is not known"
          onRetry={() => void read.refetch()}
        />
      )}
      {read.isPending && <PageSkeleton />}
      {read.data && <Card told={read.data} />}
    </Stack>
  );
}

/** So many skills are shown; agents may tell of thousands. */
const MOST_SKILLS = 50;
const MOST_OF_NAME = 120;
const MOST_OF_TEXT = 600;

const ANYWHERE = { overflowWrap: 'anywhere' } as const;
const LINES = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

function Card({ told }: { readonly told: ToldCard }) {
  const { name, description, version, isStreaming, skills } = shownCard(told.card);
  const facts = [
    ['Name', shortText(name, MOST_OF_NAME)],
    ['Version', shortText(version, MOST_OF_NAME)],
    ['Called at', `${told.path} of the gateway`],
    ['Protocol', told.protocol_versions.map((one) => `A2A ${one}`).join(', ')],
    ['Streams', isStreaming ? 'Yes' : 'No'],
  ] as const;
  return (
    <>
      <Text size="sm" style={LINES}>
        {description === '' ? 'It has no description.' : shortText(description, MOST_OF_TEXT)}
      </Text>
      <Stack component="dl" gap="xs" m={0}>
        {facts.map(([fact, text]) => (
          <div key={fact}>
            <Text component="dt" size="sm" c="dimmed">
              {fact}
            </Text>
            <Text component="dd" size="sm" m={0} style={ANYWHERE}>
              {text === '' ? 'Not said' : text}
            </Text>
          </div>
        ))}
      </Stack>
      <section aria-label="Skills">
        <Title order={2} size="h5" mb="xs">
          Skills
        </Title>
        <Stack gap="xs">
          {skills.length === 0 && <Text size="sm">It tells of none.</Text>}
          {skills.slice(0, MOST_SKILLS).map((skill, index) => (
            // Nothing keeps an agent from giving two the same id.
            <SkillPaper key={index} skill={skill} />
          ))}
          {skills.length > MOST_SKILLS && (
            <Text size="sm" c="dimmed">
              {skills.length - MOST_SKILLS} more stand in the card as JSON.
            </Text>
          )}
        </Stack>
      </section>
      <section aria-label="As JSON">
        <Title order={2} size="h5">
          As JSON
        </Title>
        <Value title="Card" value={told.card} />
      </section>
    </>
  );
}

const MOST_EXAMPLES = 10;

const SkillPaper = ({ skill: { id, name, description, examples } }: { readonly skill: Skill }) => (
  <Paper withBorder p="sm">
    <Text size="sm" fw={500} style={ANYWHERE}>
      {shortText(name === '' ? id : name, MOST_OF_NAME)}
    </Text>
    <Text size="sm" style={LINES}>
      {shortText(description, MOST_OF_TEXT)}
    </Text>
    {examples.length > 0 && (
      <Text size="sm" c="dimmed" mt={4} style={ANYWHERE}>
        For example:{' '}
        {examples
          .slice(0, MOST_EXAMPLES)
          .map((example) => `“${shortText(example, MOST_OF_NAME)}”`)
          .join(', ')}
      </Text>
    )}
  </Paper>
);

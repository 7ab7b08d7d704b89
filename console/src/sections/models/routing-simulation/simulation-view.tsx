import { Alert, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { countText, percentText, usdText } from '../../../ui/text/format-number.ts';
import { Figure } from '../../../ui/figure.tsx';
import { MovesTable, SamplesTable, TeamsTable } from './simulation-tables.tsx';
import type { Simulation } from './use-simulation.ts';

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const timeOf = (at: string): string => TIME.format(new Date(at));

/** What a policy would have changed: how many requests, which, and what that would have cost. */
export function SimulationView({ result }: { readonly result: Simulation }) {
  const { total, changed, cost, notes, cut_at: cut } = result;
  const share = total === 0 ? 0 : changed / total;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {countText(total)} requests from {timeOf(cut ?? result.since)} to {timeOf(result.until)}
        {cut === null ? '.' : ': the newest, since there were more than are looked at.'}
      </Text>
      {notes.length > 0 && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} aria-hidden />} title="To note">
          <List size="sm">
            {notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 2, lg: 4 }}>
        <Figure title="Changed" note={`${percentText(share)} of all`}>
          {countText(changed)}
        </Figure>
        <Figure title="Newly refused">{countText(result.newly_denied)}</Figure>
        <Figure title="To another model">{countText(result.moved)}</Figure>
        <Figure title="Newly served">{countText(result.newly_served)}</Figure>
      </SimpleGrid>
      <Cost cost={cost} />
      <MovesTable moves={result.moves} />
      <SamplesTable samples={result.samples} />
      <TeamsTable teams={result.teams} />
      <Unknown result={result} />
    </Stack>
  );
}

/** A difference with its sign: what it would have cost more, or less. */
const differenceText = (usd: number): string => `${usd > 0 ? '+' : ''}${usdText(usd)}`;

function Cost({ cost }: Pick<Simulation, 'cost'>) {
  const { requests, unknown_requests: unknown, before_usd: before, after_usd: after } = cost;
  const rest = unknown === 0 ? '' : `; of ${countText(unknown)} more the cost is not known`;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <Figure title="Cost as it was" note={`${countText(requests)} requests${rest}`}>
        {usdText(before)}
      </Figure>
      <Figure title="With the policy">{usdText(after)}</Figure>
      <Figure title="Difference">{differenceText(cost.difference_usd)}</Figure>
    </SimpleGrid>
  );
}

/** What cannot be said, and why. */
function Unknown({ result }: { readonly result: Simulation }) {
  const { not_replayable: lost, drifted, order_unknown: shuffled, candidates_changed } = result;
  const lines = [
    [candidates_changed, 'go to the same model first; others would stand in for it.'],
    [shuffled, 'change in their order alone, by chance or by figures of the moment.'],
    [drifted, 'would be routed otherwise today without the policy too.'],
    [lost.key_gone, 'cannot be looked at: their key is gone.'],
    [lost.not_recorded, 'cannot be looked at: the policy asks for what was not recorded of them.'],
  ] as const;
  const told = lines.filter(([count]) => count > 0);
  if (told.length === 0) return null;
  return (
    <List size="sm" aria-label="What else there is to know">
      {told.map(([count, text]) => (
        <List.Item key={text}>
          {countText(count)} requests {text}
        </List.Item>
      ))}
      {lost.attributes.map(({ attribute, count }) => (
        <List.Item key={attribute}>
          {attribute} is missing of {countText(count)}.
        </List.Item>
      ))}
    </List>
  );
}

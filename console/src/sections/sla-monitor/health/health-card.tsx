import { Badge, Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { countText, durationText, percentText } from '../../../ui/text/format-number.ts';
import { STATES, type Health } from './health.ts';

const CIRCUITS = {
  closed: undefined,
  half_open: 'Being tried again after failures',
  open: 'Left out because of failures',
} as const;

const timeText = (ms: number | null): string => (ms === null ? '–' : durationText(ms));
const shareText = (share: number | null): string => (share === null ? '–' : percentText(share));

export interface HealthCardProps {
  readonly health: Health;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** How a model of a provider fared in the last hour. */
export function HealthCard({ health, isChosen, onChoose }: HealthCardProps) {
  const { model, provider, status, requests, circuit } = health;
  const circuitText = circuit === null ? undefined : CIRCUITS[circuit];
  const figures = [
    ['Availability', shareText(health.availability)],
    ['Error rate', shareText(health.error_rate)],
    ['Median latency', timeText(health.p50)],
    ['95th percentile', timeText(health.p95)],
    ['First token, 95th percentile', timeText(health.ttft_p95)],
    ['Requests', requests === null ? '–' : countText(requests)],
  ] as const;
  return (
    <Paper withBorder p="sm" component="article" aria-label={`${model} of ${provider}`}>
      <Stack gap="xs" h="100%">
        <div>
          <Title order={3} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {model}
          </Title>
          <Text size="xs" c="dimmed">
            {provider}
          </Text>
        </div>
        <Badge variant="light" color={STATES[status].color} maw="100%">
          {STATES[status].label}
        </Badge>
        {circuitText !== undefined && <Text size="xs">{circuitText}</Text>}
        <SimpleGrid component="dl" cols={2} spacing="xs" verticalSpacing={4} m={0}>
          {figures.map(([title, value]) => (
            <div key={title}>
              <Text component="dt" size="xs" c="dimmed">
                {title}
              </Text>
              <Text component="dd" size="sm" m={0} className="number">
                {value}
              </Text>
            </div>
          ))}
        </SimpleGrid>
        <Button
          mt="auto"
          size="compact-xs"
          variant={isChosen ? 'light' : 'default'}
          aria-pressed={isChosen}
          aria-label={`History of ${model} of ${provider}`}
          onClick={onChoose}
        >
          History
        </Button>
      </Stack>
    </Paper>
  );
}

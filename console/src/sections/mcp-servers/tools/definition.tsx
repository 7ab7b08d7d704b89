import { Stack, Text } from '@mantine/core';
import { shortText } from '../../../ui/text/short-text.ts';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { Value } from '../../../ui/value/value-block.tsx';
import type { ServerTool } from './server-tool.ts';

const MOST_OF_NAME = 64;
/** A server may tell megabytes. The digest is of all of it. */
const MOST_OF_DESCRIPTION = 4000;

/** What a tool tells models of itself. */
export function Definition({ tool }: { readonly tool: ServerTool }) {
  const { name, description, input_schema: schema } = tool;
  const told = description ?? '';
  const shown = shortText(told, MOST_OF_DESCRIPTION);
  return (
    <Stack gap="xs">
      <Text size="sm" mah={320} style={DESCRIPTION} tabIndex={0} {...regionOf(name)}>
        {told === '' ? 'It has no description.' : shown}
      </Text>
      {shown !== told && (
        <Text size="sm" c="dimmed">
          The description is longer than what is shown here.
        </Text>
      )}
      <Value
        title={visibleText(`Input of ${shortText(name, MOST_OF_NAME)}`)}
        value={schema ?? 'none'}
      />
    </Stack>
  );
}

const DESCRIPTION = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', overflow: 'auto' } as const;

const regionOf = (name: string) => ({
  role: 'group',
  'aria-label': visibleText(`Description of ${shortText(name, MOST_OF_NAME)}`),
});

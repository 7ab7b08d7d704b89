import { Code, Group, Text, Title } from '@mantine/core';
import { CopyText } from '../copy-text.tsx';
import { countText } from '../text/format-number.ts';
import { shownValue } from './shown-value.ts';

export interface ValueBlockProps {
  readonly title: string;
  readonly value: unknown;
}

const WRAP = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

/** What went in, or came out, to read and to copy. */
export function ValueBlock({ title, value }: ValueBlockProps) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {value === undefined || value === null ? (
        <Text size="sm" c="dimmed">
          There is none.
        </Text>
      ) : (
        <Value title={title} value={value} />
      )}
    </section>
  );
}

/** A value as text, its beginning where it is very long. */
export function Value({ title, value }: ValueBlockProps) {
  const { whole, shown, left } = shownValue(value);
  return (
    <>
      <Group justify="flex-end" mb={4}>
        <CopyText text={whole} label={`Copy: ${title}`} />
      </Group>
      <Code block tabIndex={0} role="group" aria-label={`${title} as text`} mah={480} style={WRAP}>
        {shown}
      </Code>
      {left > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {countText(left)} more characters are not shown here. The button copies all of it.
        </Text>
      )}
    </>
  );
}

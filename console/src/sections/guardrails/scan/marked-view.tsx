import { Paper, Text } from '@mantine/core';
import { countText } from '../../../ui/text/format-number.ts';
import { markedText, strictestOf, type Finding } from './findings.ts';

export interface MarkedViewProps {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** So many labels are told of one place. */
const MOST_LABELS = 3;

/** A text with what was found in it marked: by a colour and a line for who sees it, by its label for who listens. */
export function MarkedView({ text, findings }: MarkedViewProps) {
  const { parts, left } = markedText(text, findings);
  return (
    <>
      <Paper
        {...{ withBorder: true, p: 'sm', tabIndex: 0, role: 'group' }}
        aria-label="The text with its findings"
        className="marked-text"
      >
        {parts.map((part) => {
          const action = strictestOf(part.findings);
          if (action === undefined) return <span key={part.start}>{part.text}</span>;
          return (
            <mark key={part.start} data-action={action}>
              {part.text}
              <span className="visually-hidden">{` (${labelsOf(part.findings)})`}</span>
            </mark>
          );
        })}
      </Paper>
      {left > 0 && (
        <Text size="sm" c="dimmed">
          {countText(left)} more characters are not shown here.
        </Text>
      )}
    </>
  );
}

const labelsOf = (findings: readonly Finding[]): string =>
  [...new Set(findings.map(({ label }) => label))].slice(0, MOST_LABELS).join(', ');

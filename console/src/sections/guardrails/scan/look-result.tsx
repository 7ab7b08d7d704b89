import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { FindingAction } from '@aicp/contracts/guardrails/verdict';
import { ValueBlock } from '../../../ui/value/value-block.tsx';
import { FindingTable } from './finding-table.tsx';
import { strictestOf } from './findings.ts';
import { notesOf } from './look-notes.ts';
import { MarkedView } from './marked-view.tsx';
import type { Looked } from './use-look.ts';

const VERDICTS = {
  block: { color: 'red', Sign: IconAlertTriangle, title: 'It would be blocked' },
  redact: { color: 'yellow', Sign: IconInfoCircle, title: 'It would pass, redacted' },
  flag: { color: 'blue', Sign: IconInfoCircle, title: 'It would pass, and be recorded' },
} as const satisfies Record<FindingAction, object>;

const CLEAN = { color: 'teal', Sign: IconCircleCheck, title: 'Nothing was found' } as const;

/** What was found in a text: what would happen, where each finding stands, and the text as it would go on. */
export function LookResult({ looked: { text, scanned } }: { readonly looked: Looked }) {
  const { findings, redacted_text: redacted } = scanned;
  const action = strictestOf(findings);
  const { color, Sign, title } = action === undefined ? CLEAN : VERDICTS[action];
  const notes = notesOf(scanned);
  return (
    <Stack gap="sm" component="section" aria-label="What came of it">
      <Alert role="status" color={color} icon={<Sign size={18} aria-hidden />} title={title}>
        {notes.map((note) => (
          <Text key={note} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {note}
          </Text>
        ))}
      </Alert>
      {findings.length > 0 && (
        <>
          <MarkedView text={text} findings={findings} />
          <FindingTable text={text} findings={findings} />
        </>
      )}
      {redacted !== text && <ValueBlock title="The text, redacted" value={redacted} />}
    </Stack>
  );
}

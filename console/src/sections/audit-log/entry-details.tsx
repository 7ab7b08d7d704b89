import { Group, Stack, Text } from '@mantine/core';
import { CodeDiff } from '../../code/code-diff.tsx';
import { comparedOf, type AuditEntry } from './entry-texts.ts';

/** What an entry of the audit log changed, and where it came from. */
export function EntryDetails({ record }: { readonly record: AuditEntry }) {
  const compared = comparedOf(record);
  const facts = [
    ['Entry', String(record.seq)],
    ['API key', record.key_id],
    ['Address', record.ip],
    ['Request', record.request_id],
    ['Hash', record.hash],
    ['Hash of the entry before', record.prev_hash],
  ] as const;
  return (
    <Stack gap="sm" py="xs">
      {compared ? (
        <CodeDiff
          before={compared.before}
          after={compared.after}
          language="text"
          label={`What changed by ${record.action}`}
        />
      ) : (
        <Text size="sm">No field was changed.</Text>
      )}
      <Group gap="lg">
        {facts.map(([title, value]) =>
          value ? (
            <div key={title}>
              <Text size="xs" c="dimmed">
                {title}
              </Text>
              <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
                {value}
              </Text>
            </div>
          ) : null,
        )}
      </Group>
    </Stack>
  );
}

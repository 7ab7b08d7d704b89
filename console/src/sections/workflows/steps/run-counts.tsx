import { Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { countText } from '../../../ui/text/format-number.ts';

/** How often a workflow was run lately, and how often that failed; nothing where its reader is not told. */
export function RunCounts({ object }: { readonly object: ApiObject }) {
  const { runs, failures } = (object['observed'] ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof runs !== 'number' || typeof failures !== 'number') return null;
  return (
    <Text size="sm">
      Runs in the last 24 hours: {countText(runs)}, of which failed: {countText(failures)}. The last
      minutes may not be counted yet.
    </Text>
  );
}

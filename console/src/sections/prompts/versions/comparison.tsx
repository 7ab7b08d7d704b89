import { Group, Select, Stack, Title } from '@mantine/core';
import { useSearchParam } from '../../../address/search-params.ts';
import { CodeDiff } from '../../../code/code-diff.tsx';
import type { PromptVersion } from '../prompt/prompt.ts';
import { versionTitle } from '../prompt/use-versions.ts';

/** What changed from one version of a text to another: at first, from what is served to the newest. */
export function Comparison({ versions }: { readonly versions: readonly PromptVersion[] }) {
  const [newest, second] = versions;
  const served = versions.find((one) => one.served && one !== newest) ?? second;
  const [from, setFrom] = useSearchParam('from', String(served?.version ?? ''));
  const [to, setTo] = useSearchParam('to', String(newest?.version ?? ''));
  const find = (number: string) => versions.find(({ version }) => String(version) === number);
  const options = versions.map((one) => ({ value: String(one.version), label: versionTitle(one) }));
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        What changed
      </Title>
      <Group>
        <Select
          label="From"
          data={options}
          value={from}
          allowDeselect={false}
          onChange={(value) => setFrom(value ?? undefined)}
        />
        <Select
          label="To"
          data={options}
          value={to}
          allowDeselect={false}
          onChange={(value) => setTo(value ?? undefined)}
        />
      </Group>
      <CodeDiff
        before={textOf(find(from))}
        after={textOf(find(to))}
        language="text"
        label={`From version ${from} to version ${to}`}
      />
    </Stack>
  );
}

/** The text with what belongs to it: an approval is of both. */
function textOf(version: PromptVersion | undefined): string {
  if (!version) return '';
  const { template_text: text, variables, model_hint: model } = version;
  const lines = variables.map(({ name, type, required, default: fallback }) =>
    [name, type, required ? 'required' : 'may be left out', fallback ?? ''].join(' ').trim(),
  );
  return [
    text,
    ...(lines.length > 0 ? ['', 'Variables:', ...lines] : []),
    ...(model === null ? [] : ['', `Model: ${model}`]),
  ].join('\n');
}

import { Checkbox, Group, Stack } from '@mantine/core';
import { BUILT_IN_DETECTORS } from '@aicp/contracts/guardrails/terms/guardrail-terms';
import { useSearchParam } from '../../../address/search-params.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { LookForm } from './look-form.tsx';
import { SCAN } from './use-look.ts';

const NAMES: Readonly<Record<(typeof BUILT_IN_DETECTORS)[number], string>> = {
  pii: 'Personal data',
  secrets: 'Secrets',
  injection: 'Prompt injection',
};

const ALL = BUILT_IN_DETECTORS.join(',');

/** Looks at a text with detectors that are there without being made, and with one of somebody's own. */
export function Page() {
  const [list, setList] = useSearchParam('with', ALL);
  const [own, setOwn] = useSearchParam('detector');
  const builtIn = list.split(',').filter((id) => BUILT_IN_DETECTORS.some((one) => one === id));
  const detectors = own === '' ? builtIn : [...builtIn, own];
  const isNone = detectors.length === 0;
  return (
    <Stack gap="xs">
      <PageTitle
        title="Look at a text"
        description="What detectors find in a text of yours, and what a guardrail that uses them would do."
      />
      <LookForm path={SCAN} body={{ detectors }} isReady={!isNone}>
        <Checkbox.Group
          label="What is looked for"
          error={isNone ? 'Choose one of these, or a detector of yours.' : undefined}
          value={builtIn}
          onChange={(next) => setList(next.length === 0 ? 'none' : next.join(','))}
        >
          <Group gap="md" mt={4}>
            {BUILT_IN_DETECTORS.map((id) => (
              <Checkbox key={id} value={id} label={NAMES[id]} />
            ))}
          </Group>
        </Checkbox.Group>
        <ObjectSelect
          label="A detector of yours"
          description="It looks besides those above."
          collection={RESOURCES.detector.collection}
          value={own}
          onChange={setOwn}
        />
      </LookForm>
    </Stack>
  );
}

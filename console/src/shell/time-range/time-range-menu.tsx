import { Button, Popover, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconClock } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import { FIRST_PAGE, useSetSearchParams } from '../../address/search-params.ts';
import { DEFAULT_PRESET, PRESETS, type Preset } from './time-range.ts';
import { useTimeRange } from './use-time-range.ts';

/** Chooses the time that figures and records are of. */
export function TimeRangeMenu() {
  const range = useTimeRange();
  const set = useSetSearchParams();
  const [isOpen, { toggle, close }] = useDisclosure();
  const choose = (preset: Preset) => {
    const name = preset === DEFAULT_PRESET ? undefined : preset;
    set({ range: name, since: undefined, until: undefined, ...FIRST_PAGE });
    close();
  };
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          onClick={toggle}
          leftSection={<IconClock size={14} />}
          aria-label={`${range.preset ?? 'Custom'}: time range, ${range.label}`}
        >
          {range.preset ?? 'Custom'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={4}>
          {(Object.keys(PRESETS) as Preset[]).map((preset) => (
            <Button
              key={preset}
              size="xs"
              variant={preset === range.preset ? 'light' : 'subtle'}
              justify="flex-start"
              onClick={() => choose(preset)}
              aria-pressed={preset === range.preset}
            >
              {PRESETS[preset].label}
            </Button>
          ))}
          <CustomRange
            onChoose={(since, until) => {
              set({ range: undefined, since, until, ...FIRST_PAGE });
              close();
            }}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function CustomRange(props: { onChoose: (since: string, until: string | undefined) => void }) {
  const [since, setSince] = useState('');
  const [until, setUntil] = useState('');
  const isBackwards = since !== '' && until !== '' && since >= until;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    props.onChoose(toTime(since), until === '' ? undefined : toTime(until));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={6} mt={6}>
        <TextInput
          type="datetime-local"
          size="xs"
          label="From"
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          size="xs"
          label="Until"
          description="Empty: until now."
          error={isBackwards ? 'Must be after the start.' : undefined}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" disabled={since === '' || isBackwards}>
          Apply
        </Button>
      </Stack>
    </form>
  );
}

const toTime = (local: string): string => new Date(local).toISOString();

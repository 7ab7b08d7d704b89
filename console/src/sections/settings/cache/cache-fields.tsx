import { NumberInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import {
  CACHE_NUMBERS,
  CACHE_SCOPE_TEXTS,
  problemOf,
  refusedAt,
  type CacheDraft,
} from './cache-draft.ts';

export interface CacheFieldsProps {
  readonly draft: CacheDraft;
  readonly isReadOnly: boolean;
  /** Why the draft was refused; undefined: it was not. */
  readonly error: unknown;
  readonly onChange: (changes: Partial<CacheDraft>) => void;
}

/** How answers are kept. */
export function CacheFields({ draft, isReadOnly, error, onChange }: CacheFieldsProps) {
  return (
    <>
      <Switch
        label="Answer cache"
        aria-label="Answer cache"
        description="On: a chat request that says the same as one before is given the answer of then, and costs nothing. Off: all answers are forgotten."
        checked={draft.is_enabled}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => onChange({ is_enabled: currentTarget.checked })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select
          label="Shared within"
          description="Who is given answers to requests of others. A key without an organization, a team or a user of its own shares with nobody."
          data={CACHE_SCOPE_TEXTS}
          value={draft.scope}
          disabled={isReadOnly}
          allowDeselect={false}
          onChange={(value) => onChange({ scope: scopeOf(value) })}
        />
        {CACHE_NUMBERS.map((one) => (
          <NumberInput
            key={one.field}
            label={one.title}
            description={one.text}
            error={problemOf(one, draft, error)}
            value={draft[one.field]}
            disabled={isReadOnly}
            allowNegative={false}
            allowDecimal={!one.isWhole}
            thousandSeparator=","
            onChange={(value) => onChange({ [one.field]: value })}
          />
        ))}
        <TextInput
          label="Model for alike questions"
          description="A model of the platform with mode “embedding”. With one, requests are also given the answer to another whose last message means the same; asking it is counted to whoever asks. Without one, to equal requests alone."
          placeholder="text-embedding-3-small"
          error={refusedAt('model', error)}
          value={draft.model}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => onChange({ model: currentTarget.value })}
        />
        {draft.model.trim() !== '' && (
          <NumberInput
            label="Least likeness"
            description="How alike two messages have to be, 0 to 1. Below 0.9, answers to other questions may be given."
            error={refusedAt('threshold', error)}
            value={draft.threshold}
            disabled={isReadOnly}
            allowNegative={false}
            onChange={(value) => onChange({ threshold: value })}
          />
        )}
      </SimpleGrid>
    </>
  );
}

const scopeOf = (value: string | null) =>
  CACHE_SCOPE_TEXTS.find((one) => one.value === value)?.value ?? 'team';

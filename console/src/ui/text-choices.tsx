import {
  Pill,
  type ComboboxLikeRenderOptionInput,
  type ComboboxRenderPillInput,
} from '@mantine/core';

/** One of several texts in a field. */
export const textPill = ({ option, onRemove, disabled = false }: ComboboxRenderPillInput) => (
  <Pill
    withRemoveButton={!disabled}
    disabled={disabled}
    {...(onRemove === undefined ? {} : { onRemove })}
  >
    {option.label}
  </Pill>
);

/** A text that a field offers. */
export const textOption = ({
  option: { value },
}: ComboboxLikeRenderOptionInput<{ readonly value: string }>) => <span>{value}</span>;

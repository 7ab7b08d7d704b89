import { TextInput } from '@mantine/core';
import { textOf, type ControlProps } from './control-props.ts';
import { localOf, momentOf } from './local-time.ts';

/** A moment, in the time of whoever looks. */
export const Moment = ({ labels, value, onChange }: ControlProps) => (
  <TextInput
    {...labels}
    type="datetime-local"
    value={localOf(textOf(value))}
    onChange={(event) => onChange(momentOf(event.currentTarget.value))}
  />
);

/** A day; a moment where the object has one. */
export function Day(props: ControlProps) {
  const { labels, value, onChange } = props;
  if (textOf(value).includes('T')) return <Moment {...props} />;
  return (
    <TextInput
      {...labels}
      type="date"
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

import { useUser } from '../../../api/runtime.tsx';
import { ObjectInput, ObjectsInput } from '../../../ui/object-input.tsx';
import { useFormFacts, type FormFacts } from '../state/form-facts.ts';
import { textOf, textsOf, type ControlProps } from './control-props.ts';
import { idInPath } from '../../../address/id-in-path.ts';

/** Another object. An id may also be typed: what it names may come later. */
export function Reference(props: ControlProps) {
  const { labels, value, onChange } = props;
  const collection = useCollection(props);
  return (
    <ObjectInput
      {...labels}
      collection={collection}
      value={textOf(value)}
      onChange={(id) => onChange(id)}
    />
  );
}

/** Other objects. */
export function References(props: ControlProps) {
  const { labels, value, onChange } = props;
  const collection = useCollection(props);
  return (
    <ObjectsInput
      {...labels}
      collection={collection}
      value={textsOf(value)}
      onChange={(ids) => onChange(ids)}
    />
  );
}

/** Where the objects are that a field names; undefined: not known yet. */
function useCollection(control: ControlProps): string | undefined {
  const { organization_id: own } = useUser();
  return collectionOf(control, useFormFacts(), own);
}

/** `{id}` stands for the organization that is chosen in the form, else the caller's own. */
function collectionOf(
  { schema, beside }: ControlProps,
  { values }: FormFacts,
  own: string | null,
): string | undefined {
  const by = schema['x-aicp-reference-by'];
  const path = by ? by.is[textOf(beside.values[by.field])] : schema['x-aicp-reference'];
  if (path?.includes('{id}') !== true) return path;
  const chosen = textOf(values['organization_id']);
  const organization = chosen === '' ? own : chosen;
  return organization === null ? undefined : path.replace('{id}', idInPath(organization));
}

import type { ComponentType } from 'react';
import { sentenceCase } from '../../../ui/text/text.ts';
import { titleOf } from '../../schema/schema-facts.ts';
import { fieldKind, type FieldKind } from '../../schema/field-kind.ts';
import type { OwnControlProps } from '../../kit/object-definition.ts';
import { aboutChoice, isRequiredByChoice } from '../state/by-choice.ts';
import { useFormFacts } from '../state/form-facts.ts';
import { Choice, Choices, Flag } from './choices.tsx';
import type { ControlProps, FieldProps } from './control-props.ts';
import { Description } from '../description/description.tsx';
import { Day, Moment } from './moments.tsx';
import { Amount } from './amount.tsx';
import { Pairs } from './pairs.tsx';
import { Reference, References } from './references.tsx';
import { StructureFields } from './structure-fields.tsx';
import { LongText, Numbers, Secret, Text, Texts } from './texts.tsx';
import { YamlField } from './yaml-field.tsx';

const CONTROLS: Readonly<
  Record<Exclude<FieldKind, 'group' | 'rows'>, ComponentType<ControlProps>>
> = {
  reference: Reference,
  references: References,
  choice: Choice,
  choices: Choices,
  flag: Flag,
  number: Amount,
  numbers: Numbers,
  text: Text,
  'long-text': LongText,
  moment: Moment,
  date: Day,
  secret: Secret,
  texts: Texts,
  pairs: Pairs,
  structure: YamlField,
};

/** One field of a form, by what fits its schema. */
export function Field(props: FieldProps) {
  const { name, path, schema, beside, isRequired, isDisabled } = props;
  const { problems, controls, choice, values } = useFormFacts();
  const error = problems[path];
  const about = aboutChoice(path, { choice, values });
  const control: ControlProps = {
    ...props,
    labels: {
      label: titleOf(name, schema),
      description: schema.description && (
        <>
          <Description text={schema.description} beside={beside.schema} /> {about}
        </>
      ),
      error: error === undefined ? undefined : sentenceCase(error),
      withAsterisk: isRequired || isRequiredByChoice(path, { choice, values }),
      disabled: isDisabled,
    },
  };
  const Own = controls?.[path];
  if (Own) return <Own {...ownProps(control)} />;
  const kind = fieldKind(name, schema);
  if (kind === 'group' || kind === 'rows') {
    return <StructureFields kind={kind} control={control} Field={Field} />;
  }
  const Control = CONTROLS[kind];
  return <Control {...control} />;
}

const ownProps = ({ labels, value, onChange }: ControlProps): OwnControlProps => ({
  label: labels.withAsterisk ? `${labels.label} (required)` : labels.label,
  description: labels.description,
  error: labels.error,
  isDisabled: labels.disabled,
  value,
  onChange,
});

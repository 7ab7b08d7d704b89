import type { Versioned } from '../../../api/read/versioned.ts';
import type { FieldSchema } from '../../schema/form-schemas.ts';
import { bodyOf, type FormValues } from '../../form/values/form-values.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { ownValues } from '../../schema/schema-facts.ts';
import { joinSecrets, partSecrets } from '../../schema/secrets.ts';
import { StaleWrite } from '../../write/stale-write.tsx';
import type { Begun } from './use-editing.ts';

export interface StaleFormProps {
  readonly schema: FieldSchema;
  readonly begun: Begun;
  readonly now: Versioned<ApiObject>;
  /** What was to be saved. */
  readonly values: FormValues;
  readonly onTakeTheirs: () => void;
  /** Gets what is there now with every field that was changed here, to look at and to save. */
  readonly onKeepMine: (values: FormValues) => void;
}

/** A form that could not be saved, since somebody else had saved before: the three states, and the ways on. Secrets that were typed are not shown. */
export function StaleForm(props: StaleFormProps) {
  const { schema, begun, now, values, onTakeTheirs, onKeepMine } = props;
  const { plain, secrets } = partSecrets(schema, bodyOf(values));
  return (
    <StaleWrite
      base={ownValues(schema, begun.version.object)}
      theirs={ownValues(schema, now.object)}
      mine={plain}
      onTakeTheirs={onTakeTheirs}
      onKeepMine={(merged) => onKeepMine(joinSecrets({ plain: merged, secrets }))}
    />
  );
}

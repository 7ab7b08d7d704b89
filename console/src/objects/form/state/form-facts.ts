import { createContext, use } from 'react';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../kit/object-definition.ts';
import type { FormValues } from '../values/form-values.ts';

/** What all fields of a form know, at whatever depth they are. */
export interface FormFacts {
  readonly values: FormValues;
  /** Why fields would be refused, by their paths. */
  readonly problems: Readonly<Record<string, string>>;
  /** The object that is changed, as the service tells it; undefined: there is none yet. */
  readonly object: ApiObject | undefined;
  /** Controls of the kind's own, by the paths of fields. */
  readonly controls?: ObjectDefinition['controls'];
  readonly choice?: ObjectDefinition['choice'];
}

const FormContext = createContext<FormFacts>({ values: {}, problems: {}, object: undefined });
export const FormFactsProvider = FormContext.Provider;

/** The form that a field is in. */
export const useFormFacts = (): FormFacts => use(FormContext);

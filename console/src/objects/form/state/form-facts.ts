import { createContext, use } from 'react';
import type { FormValues } from '../form-values.ts';

/** What all fields of a form know, at whatever depth they are. */
export interface FormFacts {
  readonly values: FormValues;
  /** Why fields would be refused, by their paths. */
  readonly problems: Readonly<Record<string, string>>;
  /** There is no such object yet. */
  readonly isNew: boolean;
}

const FormContext = createContext<FormFacts>({ values: {}, problems: {}, isNew: true });
export const FormFactsProvider = FormContext.Provider;

/** The form that a field is in. */
export const useFormFacts = (): FormFacts => use(FormContext);

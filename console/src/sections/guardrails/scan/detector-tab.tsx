import type { ApiObject } from '../../../api/api-object.ts';
import { LookForm } from './look-form.tsx';
import { SCAN } from './use-look.ts';

/** Looks at a text with one detector. */
export const DetectorTab = ({ object: { id } }: { readonly object: ApiObject }) => (
  <LookForm path={SCAN} body={{ detectors: [id] }} />
);

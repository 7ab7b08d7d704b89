import type { OwnControlProps } from '../../../objects/kit/object-definition.ts';
import { ConditionEditor } from './condition-editor.tsx';

/** The condition of a policy, in its form. */
export const ConditionControl = ({ value, ...rest }: OwnControlProps) => (
  <ConditionEditor {...rest} value={typeof value === 'string' ? value : ''} />
);

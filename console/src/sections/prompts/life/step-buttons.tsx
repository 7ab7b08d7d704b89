import { Button } from '@mantine/core';
import { useUser } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { asPrompt } from '../prompt/prompt.ts';
import { stepsFrom } from './steps.ts';
import { useStep } from './use-step.ts';

/** Buttons that move a prompt on: hand in, approve, send back, archive. */
export function StepButtons({ object }: { readonly object: ApiObject }) {
  const { permissions } = useUser();
  const rights = useRights(RESOURCES.promptTemplate);
  const take = useStep(object.id);
  if (!rights.change(object)) return null;
  const steps = stepsFrom(asPrompt(object), permissions);
  return steps.map((step, index) => (
    <Button
      key={step.path}
      variant={index === steps.length - 1 && step.isDangerous !== true ? 'filled' : 'default'}
      onClick={() => void take(step)}
    >
      {step.action}
    </Button>
  ));
}

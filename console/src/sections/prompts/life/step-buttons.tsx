import { Button } from '@mantine/core';
import { useUser } from '../../../api/runtime.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { asPrompt, stateOf } from '../prompt/prompt.ts';
import { stepsFrom } from './steps.ts';
import { useStep } from './use-step.ts';

/** Buttons that move a prompt on: hand in, approve, send back, archive. */
export function StepButtons({ object }: { readonly object: ApiObject }) {
  const { permissions } = useUser();
  const take = useStep(object.id);
  const steps = stepsFrom(stateOf(asPrompt(object)), permissions);
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

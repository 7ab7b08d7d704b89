import { useApi } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { REQUESTS, stepPath, type AccessRequest, type Step } from './access-request.ts';

interface StepTexts {
  readonly action: string;
  readonly question: string;
  readonly consequence: string;
  readonly done: string;
}

export const STEP_TEXTS: Readonly<Record<Step, StepTexts>> = {
  approve: {
    action: 'Approve',
    question: 'Approve this request?',
    consequence:
      'The tier is open from now on: models of it can be used as far as lists of allowed models leave them.',
    done: 'The request is approved.',
  },
  deny: {
    action: 'Deny',
    question: 'Deny this request?',
    consequence: 'The models of the tier stay out of reach.',
    done: 'The request is denied.',
  },
  revoke: {
    action: 'Revoke',
    question: 'Take this access back?',
    consequence: 'Requests for the models of the tier are refused from now on.',
    done: 'The access is revoked.',
  },
};

/** Asks whether somebody is sure, and decides a request for access. */
export function useDecide() {
  const api = useApi();
  const act = useAction(REQUESTS);
  const confirm = useConfirm();
  return async (request: AccessRequest, step: Step): Promise<void> => {
    const { action, question, consequence, done } = STEP_TEXTS[step];
    const isSure = await confirm({
      title: question,
      text: `Tier ${request.tier_id}, asked for by ${request.requested_by}. ${consequence}`,
      action,
      isDangerous: step !== 'approve',
    });
    if (isSure) await act(() => api.json(stepPath(request, step), { method: 'POST' }), done);
  };
}

const SAFE = { filtered: false, severity: 'safe' };

/** What Azure's filters find in what is harmless. */
export const RESULTS = { hate: SAFE, self_harm: SAFE, sexual: SAFE, violence: SAFE };

/** What Azure answers to a prompt that its filters stop, as its "Content filtering" page has it. */
export const FILTERED = {
  error: {
    message:
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
    type: null,
    param: 'prompt',
    code: 'content_filter',
    status: 400,
    innererror: {
      code: 'ResponsibleAIPolicyViolation',
      content_filter_result: { ...RESULTS, jailbreak: { filtered: true, detected: true } },
    },
  },
};

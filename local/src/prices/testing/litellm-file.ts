/** A price file as LiteLLM has it: prices that are taken, one with too many digits, and models without any. */
export const LITELLM = `{
  "sample_spec": {"litellm_provider": "one of", "input_cost_per_token": 0.0},
  "gpt-4o": {"litellm_provider": "openai", "mode": "chat", "max_tokens": 16384, "input_cost_per_token": 2.5e-06,
    "cache_read_input_token_cost": 1.25e-06, "output_cost_per_token": 0.00001, "input_cost_per_token_batches": 1.25e-06},
  "openai/gpt-4o": {"litellm_provider": "openai", "input_cost_per_token": 2.5e-06,
    "cache_read_input_token_cost": 1.25e-06, "output_cost_per_token": 0.00001},
  "azure/gpt-4o": {"litellm_provider": "azure", "input_cost_per_token": 2.75e-06, "output_cost_per_token": 1.1e-05},
  "gemini/gemini-2.5-pro": {"litellm_provider": "gemini", "input_cost_per_token": 1.25e-06, "output_cost_per_token": 1e-05,
    "input_cost_per_token_above_200k_tokens": 2.5e-06, "output_cost_per_token_above_200k_tokens": 1.5e-05,
    "output_cost_per_reasoning_token": 1e-05, "input_cost_per_audio_token": 7e-07},
  "groq/odd": {"litellm_provider": "groq", "input_cost_per_token": 1.23456789012345e-07, "output_cost_per_token": 1e-06},
  "xai/free": {"litellm_provider": "xai", "max_tokens": 10},
  "dall-e-3": {"litellm_provider": "openai", "mode": "image_generation", "output_cost_per_image": 0.04}
}`;

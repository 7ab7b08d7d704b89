/** How one program or library asks the gateway. */
export interface SdkSnippet {
  readonly name: string;
  readonly text: string;
}

export interface SdkParts {
  /** Where programs reach the gateway, as far as it is known. */
  readonly baseUrl: string;
  readonly model: string;
}

/** What the console does not know: its API does not tell where the gateway is. */
export const YOUR_GATEWAY = 'https://<your gateway>';

/** A first request with a new key, for each of the libraries that are used most. The key stands in a variable. */
export const sdkSnippets = ({ baseUrl, model }: SdkParts): readonly SdkSnippet[] => {
  const url = `${baseUrl}/v1`;
  return [
    { name: 'curl', text: curl(url, model) },
    { name: 'OpenAI Python', text: openAiPython(url, model) },
    { name: 'OpenAI Node', text: openAiNode(url, model) },
    { name: 'LangChain', text: langChain(url, model) },
    { name: 'Vercel AI SDK', text: vercel(url, model) },
  ];
};

const curl = (url: string, model: string): string => `curl '${url}/chat/completions' \\
  -H "Authorization: Bearer $AICP_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "model": "${model}",
    "messages": [{"role": "user", "content": "Hello"}]
  }'`;

const openAiPython = (url: string, model: string): string => `import os
from openai import OpenAI

client = OpenAI(
    base_url="${url}",
    api_key=os.environ["AICP_API_KEY"],
)
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`;

const openAiNode = (url: string, model: string): string => `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${url}',
  apiKey: process.env.AICP_API_KEY,
});
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
});
console.log(answer.choices[0].message.content);`;

const langChain = (url: string, model: string): string => `import os
from langchain_openai import ChatOpenAI

llm = ChatOpenAI(
    base_url="${url}",
    api_key=os.environ["AICP_API_KEY"],
    model="${model}",
)
print(llm.invoke("Hello").content)`;

const vercel = (
  url: string,
  model: string,
): string => `import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText } from 'ai';

const gateway = createOpenAICompatible({
  name: 'gateway',
  baseURL: '${url}',
  apiKey: process.env.AICP_API_KEY,
});
const { text } = await generateText({
  model: gateway('${model}'),
  prompt: 'Hello',
});
console.log(text);`;

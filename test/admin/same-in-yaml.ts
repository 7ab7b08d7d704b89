import type { AdminClient } from './clients.ts';

/** Whether an object that is read as YAML and sent back is as it was. */
export async function isSameInYaml(admin: AdminClient, path: string): Promise<boolean> {
  const headers = { accept: 'application/yaml', 'content-type': 'application/yaml' };
  const { body } = await admin.get<string>(path, { headers });
  const again = await admin.put<string>(path, body, { headers });
  return again.status === 200 && again.body === body;
}

import type { AdminInstallation } from './admin-installation.ts';

interface Programmed {
  readonly metadata: { readonly generation: number };
  readonly status?: { readonly conditions?: readonly Record<string, unknown>[] };
}

/** Writes one of our objects; resolves when the services go by it. */
export async function putProgrammed(
  aicp: AdminInstallation,
  { kind, name, spec }: { readonly kind: string; readonly name: string; readonly spec: object },
): Promise<void> {
  await aicp.put(kind, name, spec);
  await aicp.until(async () => {
    const { metadata, status } = (await aicp.get(kind, name)) as unknown as Programmed;
    return (status?.conditions ?? []).some(
      ({ type, status: stands, observedGeneration }) =>
        type === 'Programmed' && stands === 'True' && observedGeneration === metadata.generation,
    );
  });
}

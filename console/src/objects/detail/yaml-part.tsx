import { Stack } from '@mantine/core';
import { useRuntime } from '../../api/runtime.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { toCurl } from '../to-curl.ts';
import { ownFields, toManifest } from '../to-manifest.ts';
import type { PartProps } from './object-tabs.tsx';

/** An object as a manifest, and as the request that would make it. */
export function YamlPart({ definition: { resource }, versioned: { object } }: PartProps) {
  const { baseUrl } = useRuntime();
  return (
    <Stack maw={860}>
      <Snippet
        title="For kubectl"
        text={`kubectl apply -f - <<'EOF'\n${toManifest(resource, object)}EOF`}
      />
      <Snippet title="For the API" text={toCurl({ baseUrl, resource, body: ownFields(object) })} />
    </Stack>
  );
}

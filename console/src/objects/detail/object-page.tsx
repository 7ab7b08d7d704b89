import { Alert, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useObject } from '../../api/read/list.ts';
import { ApiProblem } from '../../api/problem.ts';
import { NoRights } from '../../ui/states/no-rights.tsx';
import { NotFound } from '../../ui/states/not-found.tsx';
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import type { ApiObject } from '../../api/api-object.ts';
import type { ObjectDefinition } from '../kit/object-definition.ts';
import { useRollout } from './rollout/use-rollout.ts';
import { ObjectHead } from './page/object-head.tsx';
import { ObjectTabs } from './page/object-tabs.tsx';

/** The page of an object: what it is, what is said of it, who changed it, and the ways to change it. */
export function ObjectPage({ definition }: { readonly definition: ObjectDefinition }) {
  const params: unknown = useParams({ strict: false });
  const { id = '' } = params as { readonly id?: string };
  const { collection, noun } = definition.resource;
  const { data: object, error, refetch } = useObject<ApiObject>(collection, id);
  const status = error instanceof ApiProblem ? error.status : undefined;
  if (!object) {
    if (status === 404) return <NotFound />;
    if (status === 403) return <NoRights what={`see this ${noun}`} />;
    if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
    return <PageSkeleton />;
  }
  return (
    <Known key={object.id} definition={definition} object={object} isDeleted={status === 404} />
  );
}

interface KnownProps {
  readonly definition: ObjectDefinition;
  readonly object: ApiObject;
  /** It was there when the page was opened, and is not any more. */
  readonly isDeleted: boolean;
}

function Known({ definition, object, isDeleted }: KnownProps) {
  const { resource, Summary } = definition;
  const rollout = useRollout(resource.collection, object);
  return (
    <Stack gap="md">
      <ObjectHead definition={definition} object={object} rollout={rollout} isDeleted={isDeleted} />
      {isDeleted && (
        <Alert color="red" title={`This ${resource.noun} was deleted`} role="alert">
          What you see is how it was before. It cannot be saved any more; copy from it what you
          still need.
        </Alert>
      )}
      {Summary && <Summary object={object} />}
      <ObjectTabs definition={definition} object={object} rollout={rollout} />
    </Stack>
  );
}

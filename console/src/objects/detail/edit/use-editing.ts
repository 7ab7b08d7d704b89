import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionKey } from '../../../api/query-client.ts';
import type { Versioned } from '../../../api/read/versioned.ts';
import type { FormValues } from '../../form/values/form-values.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../kit/object-definition.ts';
import { sentenceCase } from '../../../ui/text/text.ts';
import { isOtherVersion } from './is-other-version.ts';

/** What a form began from. */
export interface Begun {
  readonly version: Versioned<ApiObject>;
  /** What the form holds at first; undefined: the object as it is. */
  readonly values?: FormValues | undefined;
  /** Another one makes another form. */
  readonly key: number;
}

export interface EditingState {
  readonly begun: Begun;
  /** What was to be saved when it turned out that somebody else had saved before. */
  readonly stale: FormValues | undefined;
  /** Whether the object has changed since the form was begun. */
  readonly isBehind: boolean;
  readonly begin: (version: Versioned<ApiObject>, values?: FormValues) => void;
  readonly onSaved: () => void;
  readonly onStale: (values: FormValues) => void;
}

/** A form keeps what it began from, whatever others save meanwhile; after it was saved, it begins anew. */
export function useEditing(
  { resource }: ObjectDefinition,
  now: Versioned<ApiObject>,
): EditingState {
  const client = useQueryClient();
  const [begun, setBegun] = useState<Begun>({ version: now, key: 0 });
  const [stale, setStale] = useState<FormValues>();
  const [isSaved, setSaved] = useState(false);
  const isOther = isOtherVersion(begun.version, now);
  const begin = (version: Versioned<ApiObject>, values?: FormValues): void => {
    setBegun(({ key }) => ({ version, values, key: key + 1 }));
    setStale(undefined);
    setSaved(false);
  };
  // What was saved has been read: the form goes on from there.
  if (isSaved && isOther) begin(now);
  const readAnew = (): Promise<void> =>
    client.invalidateQueries({ queryKey: collectionKey(resource.collection) });
  return {
    begun,
    stale,
    isBehind: isOther && !isSaved,
    begin,
    onSaved: () => {
      notifications.show({ message: `${sentenceCase(resource.noun)} saved`, color: 'teal' });
      setSaved(true);
      void readAnew();
    },
    onStale: (values) => {
      // The three states are compared once what is there now is known.
      void readAnew().then(() => setStale(values));
    },
  };
}

import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { eventText } from './event-text.ts';
import { useList } from '../../../api/read/list.ts';

export type EventType = ApiSchemas['EventTypeView'];

const NONE: readonly EventType[] = [];

/** The types of events that there are; none until they are read. */
export const useEventTypes = (): readonly EventType[] =>
  useList<EventType>('/api/v1/events/types', {}).data?.items ?? NONE;

/** As a filter offers them. */
export const toOptions = (types: readonly EventType[]) =>
  types.map(({ event_type }) => ({ value: event_type, label: eventText(event_type) }));

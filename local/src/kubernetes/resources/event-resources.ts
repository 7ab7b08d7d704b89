import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { asObject, asText, type JsonObject, type KubeObject } from '../objects/object.ts';
import { column, nameColumn, ageOf } from './columns.ts';
import { requiredValue } from '../objects/field-errors.ts';
import { fields } from '../objects/object-meta.ts';
import { builtIn } from './built-in.ts';
import type { ResourceType, TableColumn } from './resource-type.ts';

const REFERENCE = 'apiVersion kind namespace name uid resourceVersion fieldPath';

/** Names of the core version, and those of events.k8s.io for the same fields. */
const RENAMED: readonly (readonly [string, string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
];
const toEventsApi = new Map(RENAMED);
const toCore = new Map(RENAMED.map(([core, other]) => [other, core]));

function rename<T extends JsonObject>(object: T, names: Map<string, string>): T {
  const entries = Object.entries(object).map(([key, value]) => [names.get(key) ?? key, value]);
  return Object.fromEntries(entries) as T;
}

const asCore = (event: KubeObject) => ({ ...rename(event, toCore), apiVersion: 'v1' });
const asCurrent = (event: KubeObject) => ({
  ...rename(event, toEventsApi),
  apiVersion: 'events.k8s.io/v1',
});

const reference: StructuralSchema = { ...fields(REFERENCE), 'x-kubernetes-map-type': 'atomic' };
const content = fields(
  'action eventTime:time reason reportingInstance type message firstTimestamp:time lastTimestamp:time count:int reportingComponent',
  {
    involvedObject: reference,
    related: reference,
    source: fields('component host'),
    series: fields('count:int lastObservedTime:time'),
  },
);

const involved = (event: KubeObject): JsonObject => asObject(event['involvedObject']);

/** When it last happened, in either style of reporting. */
function lastSeen(event: KubeObject): string {
  const times = [
    asObject(event['series'])['lastObservedTime'],
    event['lastTimestamp'],
    event['eventTime'],
    event['firstTimestamp'],
  ];
  return asText(times.find((value) => typeof value === 'string'));
}

function reporter(event: KubeObject): string {
  const { component, host } = asObject(event['source']);
  const who = asText(component) || asText(event['reportingComponent']);
  const where = asText(host) || asText(event['reportingInstance']);
  return [who, where].filter((part) => part !== '').join(', ');
}

const firstSeen = (event: KubeObject): string =>
  asText(event['firstTimestamp']) || asText(event['eventTime']);

const COLUMNS: readonly TableColumn[] = [
  column('Last Seen', (event, now) => ageOf(lastSeen(event), now)),
  column('Type', (event) => asText(event['type'])),
  column('Reason', (event) => asText(event['reason'])),
  column('Object', (event) => {
    const { kind, name } = involved(event);
    return `${asText(kind).toLowerCase()}/${asText(name)}`;
  }),
  column('Subobject', (event) => asText(involved(event)['fieldPath']), 1),
  column('Source', reporter, 1),
  column('Message', (event) => asText(event['message']).trim()),
  column('First Seen', (event, now) => ageOf(firstSeen(event), now), 1),
  column('Count', (event) => event['count'] ?? 1, 1),
  { ...nameColumn, priority: 1 },
];

/** What both versions select by, under the names of one of them. */
function selectable(object: string, component: string): ResourceType['selectable'] {
  const parts = REFERENCE.split(' ').map((field) => {
    const read = (event: KubeObject): string => asText(asObject(event[object])[field]);
    return [`${object}.${field}`, read] as const;
  });
  const texts = ['reason', 'type', component].map((field) => {
    const read = (event: KubeObject): string => asText(event[field]);
    return [field, read] as const;
  });
  return Object.fromEntries([...parts, ...texts]);
}

const common = {
  kind: 'Event',
  plural: 'events',
  shortNames: ['ev'],
  description: 'Something that happened to an object. Kept for an hour.',
  createOnUpdate: true,
};

/** Events as core/v1 has them; also the form that is stored. */
export const coreEventResource = builtIn({
  ...common,
  content,
  columns: COLUMNS,
  selectable: selectable('involvedObject', 'reportingComponent'),
  alwaysPresent: ['involvedObject', 'source'],
});

/** The same events as events.k8s.io/v1 has them. */
export const eventResource = builtIn({
  ...common,
  group: 'events.k8s.io',
  content: {
    ...content,
    properties: rename((content.properties ?? {}) as JsonObject, toEventsApi) as NonNullable<
      StructuralSchema['properties']
    >,
  },
  storage: coreEventResource.storage,
  view: { fromStored: asCurrent, toStored: asCore },
  columns: COLUMNS.map((printed) => ({
    ...printed,
    cell: (event, now) => printed.cell(asCore(event), now),
  })),
  selectable: selectable('regarding', 'reportingController'),
  alwaysPresent: ['regarding', 'deprecatedSource'],
  check: (event, old) => (old || asText(event['eventTime']) ? [] : [requiredValue('eventTime')]),
});

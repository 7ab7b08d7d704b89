/** The borders of docs/architecture.md, "Folders, and who may import whom". */
const notFrom = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/** A folder of services/ that is a service: all but what they stand on. */
const SERVICE = '(?!(?:contracts|common|api-kit|detection|ledger|events)/)[^/]+';

module.exports = {
  forbidden: [
    notFrom(
      'no-circular',
      {},
      { circular: true },
      'Two files that need each other are one file or three.',
    ),
    notFrom(
      'crds-is-a-leaf',
      { path: '^crds/' },
      { path: '^(operator|services|local|bench|console)/' },
      'crds imports nothing of ours.',
    ),
    notFrom(
      'contracts-import-crds-alone',
      { path: '^services/contracts/' },
      { path: '^(operator|services/(?!contracts/)[^/]+|local|bench|console)/' },
      'Contracts may import crds, nothing else of ours.',
    ),
    notFrom(
      'common-is-a-leaf',
      { path: '^services/common/' },
      { path: '^(operator|crds|services/(?!(common|contracts)/)[^/]+|local|bench|console)/' },
      'Common has no domain words; it may know what processes say to one another.',
    ),
    notFrom(
      'api-kit-imports-common-and-contracts-alone',
      { path: '^services/api-kit/' },
      {
        path: '^(operator|crds(?!/src/kit/)|services/(?!(api-kit|common|contracts)/)[^/]+|local|bench|console)/',
      },
      'Services stand on the kit; of the kinds it knows only what they are made of.',
    ),
    notFrom(
      'ledger-imports-common-and-contracts-alone',
      { path: '^services/ledger/' },
      {
        path: '^(operator|crds|services/(?!(ledger|common|contracts)/)[^/]+|local|bench|console)/',
      },
      'Services that read or write the ledger stand on it.',
    ),
    notFrom(
      'events-imports-common-and-contracts-alone',
      { path: '^services/events/' },
      {
        path: '^(operator|crds|services/(?!(events|common|contracts)/)[^/]+|local|bench|console)/',
      },
      'Services that write or deliver events stand on it.',
    ),
    notFrom(
      'detection-imports-contracts-alone',
      { path: '^services/detection/' },
      {
        path: '^(operator|crds|services/(?!(detection|contracts)/)[^/]+|local|bench|console)/',
      },
      'It looks at texts, and knows nothing of who sends them.',
    ),
    notFrom(
      'no-cross-service',
      { path: `^services/(${SERVICE})/` },
      { path: `^services/${SERVICE}/`, pathNot: '^services/$1/' },
      'Services meet over HTTP.',
    ),
    notFrom(
      'services-never-import-operator-or-local',
      { path: '^(services|operator)/' },
      { path: '^(local|bench)/' },
      'The product never imports the one-machine shell.',
    ),
    notFrom(
      'services-never-import-operator',
      { path: '^services/' },
      { path: '^operator/' },
      'The operator pushes; nobody reaches into it.',
    ),
    notFrom(
      'operator-imports-no-service',
      { path: '^operator/' },
      { path: `^services/(api-kit|detection|ledger|events|${SERVICE})/` },
      'The operator knows contracts, not services.',
    ),
    notFrom(
      'gateway-has-no-kubernetes-and-no-database',
      { path: '^services/gateway/', pathNot: '\\.test\\.ts$' },
      {
        path: '^(services/(api-kit|ledger|events|common/src/(kubernetes|database))/|node_modules/(@kubernetes|pg|kysely|@electric-sql)/)',
      },
      'The gateway depends on nothing at request time.',
    ),
    notFrom(
      'pipeline-knows-no-protocol',
      { path: '^services/gateway/src/pipeline/' },
      { path: '^services/gateway/src/protocols/[^/]+/' },
      'What differs between protocols is behind the interface in protocols/protocol.ts.',
    ),
    notFrom(
      'pipeline-knows-no-type-of-provider',
      { path: '^services/gateway/src/pipeline/' },
      { path: '^services/gateway/src/providers/(?!upstream/)' },
      'What differs between types of providers is behind their clients.',
    ),
    notFrom(
      'parts-of-client-node-alone',
      {
        path: '^(operator|services|local)/',
        pathNot: '(\\.test\\.ts$|/testing/)',
      },
      {
        path: 'node_modules/@kubernetes/client-node/dist/(index|api|serializer|gen/(index|models|apis|types))',
        dependencyTypesNot: ['type-only'],
      },
      'The whole package costs 50 MiB and half a second (docs/adr/0013-parts-of-client-node.md).',
    ),
    notFrom(
      'decide-is-pure',
      { path: '/decide\\.ts$' },
      { dependencyTypes: ['core', 'npm'], dependencyTypesNot: ['type-only'], pathNot: 'zod' },
      'A decision has no clock and no I/O.',
    ),
    notFrom(
      'no-orphans',
      {
        orphan: true,
        pathNot:
          '(main|leave-with-parent|later-clock|turn-meter|generated-parts|client-node-for-dot-i|generated/api|\\.config|\\.test|\\.d)\\.(ts|js|cjs)$|/bin/',
      },
      {},
    ),
    notFrom('not-to-unresolvable', {}, { couldNotResolve: true }),
    notFrom(
      'not-to-dev-dependency',
      {
        path: '^(crds|operator|services|local)/',
        pathNot: '(\\.test\\.ts$|/testing/|/generate/)',
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ].map((rule) => (rule.to ? rule : { ...rule, to: {} })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|manifests)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  },
};

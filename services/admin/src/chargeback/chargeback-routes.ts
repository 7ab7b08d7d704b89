import { LOCATION, locationBeside } from '@aicp/api-kit/route/location';
import { nextLink } from '@aicp/api-kit/route/next-link';
import { PAGE_HEADERS, searchedQuery } from '@aicp/api-kit/route/page';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { invalid } from '@aicp/api-kit/route/field-errors';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import { idIn } from '../resources/collections/collection-routes.ts';
import { EXPORT_FORMATS, FORMATS } from './exports/export-formats.ts';
import { FOCUS_VERSIONS } from './exports/focus.ts';
import { REPORT_STATES } from './reports/chargeback-tables.ts';
import type { ChargebackReports, FullReport } from './reports/chargeback-reports.ts';
import { generateBody } from './reports/generate-body.ts';
import { ReportOrder } from './reports/report-order.ts';
import { reportOf, reportSchema } from './reports/report-view.ts';

const PATH = '/api/v1/chargeback/reports';
const TAG = 'Chargeback';

const listQuery = searchedQuery('Newest first', '-total_cost').extend({
  status: z.enum(REPORT_STATES).optional().meta({ description: 'Only those in this state.' }),
  organization_id: z.string().min(1).max(253).optional().meta({
    description: 'Only those of this organization.',
  }),
});

const exportQuery = z.object({
  format: z.enum(EXPORT_FORMATS).default('csv').meta({ description: 'How it is written.' }),
  focus_version: z.enum(FOCUS_VERSIONS).optional().meta({
    description:
      'With format=focus: the columns of this version of FOCUS, 1.3 where it is not said.',
  }),
});

/** `/api/v1/chargeback/reports`: who pays for what. */
export const chargebackRoutes = (reports: ChargebackReports): Route[] => [
  generateRoute(reports),
  listRoute(reports),
  defineRoute({
    method: 'get',
    path: `${PATH}/{id}`,
    operationId: 'getChargebackReport',
    tag: TAG,
    summary: 'Get a chargeback report',
    permission: 'chargeback:read',
    answers: { 200: { description: 'It, with its line items.', schema: reportSchema } },
    handler: async (context) => answer(await reports.get(context.principal, idIn(context))),
  }),
  defineRoute({
    method: 'delete',
    path: `${PATH}/{id}`,
    operationId: 'deleteChargebackReport',
    tag: TAG,
    summary: 'Delete a draft',
    description: 'A report that is finalized stays: it is 409.',
    permission: 'chargeback:write',
    answers: { 204: { description: 'It is gone.' } },
    errors: [409],
    handler: async (context) => {
      await reports.remove(context, idIn(context));
      return { status: 204 };
    },
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/{id}/finalize`,
    operationId: 'finalizeChargebackReport',
    tag: TAG,
    summary: 'Finalize a draft',
    description:
      'From then on nothing changes it any more. 409 for what is no draft, before the end of its period, and where a finalized report books a part of the period already.',
    permission: 'chargeback:write',
    answers: { 200: { description: 'It, as it is now.', schema: reportSchema } },
    errors: [409],
    handler: async (context) => answer(await reports.finalize(context, idIn(context))),
  }),
  exportRoute(reports),
];

const answer = ({ row, content }: FullReport) => ({ status: 200, body: reportOf(row, content) });

const generateRoute = (reports: ChargebackReports): Route =>
  defineRoute({
    method: 'post',
    path: `${PATH}/generate`,
    operationId: 'generateChargebackReport',
    tag: TAG,
    summary: 'Generate a draft of who pays for what',
    description:
      'Where a report of exactly this period is finalized already, the draft has only the difference between what was booked and what the ledger has now, divided by the rules that the finalized report used. The answer is 409 where there is no such difference, where the period begins or ends within a day of which only the sum is kept, and while a cost allocation rule of the report’s owner is not in force yet, or is deleted and still in force. Where that is so of rules of other organizations, what these spent stays unallocated.',
    permission: 'chargeback:write',
    body: generateBody,
    bodyExample: { period: '2026-02' },
    answers: { 201: { description: 'The draft.', schema: reportSchema, headers: LOCATION } },
    errors: [404, 409],
    handler: async (context) => {
      const made = await reports.generate(context, context.body);
      const headers = context.dryRun ? {} : locationBeside(context.request, made.row.id);
      return { ...answer(made), status: 201, headers };
    },
  });

const listRoute = (reports: ChargebackReports): Route =>
  defineRoute({
    method: 'get',
    path: PATH,
    operationId: 'listChargebackReports',
    tag: TAG,
    summary: 'List chargeback reports, newest first',
    description:
      'With their line items: where these are many, a page has fewer reports than `limit`, and `Link` leads on.',
    permission: 'chargeback:read',
    query: listQuery,
    answers: {
      200: {
        description: 'A page of them.',
        schema: z.array(reportSchema),
        headers: PAGE_HEADERS,
      },
    },
    handler: async ({ principal, query, request }) => {
      const { limit, cursor, sort, ...filter } = query;
      const order = new ReportOrder(sort);
      const after = cursor === undefined ? undefined : order.markOf(cursor);
      const { listed, next, total } = await reports.list(principal, filter, {
        limit,
        order,
        after,
      });
      const link = next ? { Link: nextLink(request, order.cursorOf(next)) } : {};
      return {
        status: 200,
        body: listed.map(({ row, content }) => reportOf(row, content)),
        headers: { 'X-Total-Count': String(total), ...link },
      };
    },
  });

const exportRoute = (reports: ChargebackReports): Route =>
  defineRoute({
    method: 'get',
    path: `${PATH}/{id}/export`,
    operationId: 'exportChargebackReport',
    tag: TAG,
    summary: 'Export a report as a file',
    description:
      'A finalized report is `exported` from then on; a draft stays one, and its file is named so. Each export is in the audit log.',
    permission: 'chargeback:write',
    query: exportQuery,
    answers: {
      200: {
        description: 'The file.',
        schema: reportSchema.omit({ status: true, exported_at: true, updated_at: true }),
        otherTypes: [FORMATS.csv.contentType],
      },
    },
    handler: async (context) => {
      const { format, focus_version: version } = context.query;
      if (version !== undefined && format !== 'focus') {
        throw invalid([{ path: 'focus_version', message: 'is for format=focus' }]);
      }
      const report = await reports.export(readingContext(context), idIn(context), format);
      const { contentType, extension, write } = FORMATS[format];
      const draft = report.row.status === 'draft' ? '-draft' : '';
      const file = `chargeback-${report.row.id}${draft}.${extension}`;
      return {
        status: 200,
        stream: piecesOf(write(report, { version: version ?? '1.3', names: report.names })),
        headers: {
          'Content-Type': contentType,
          'Content-Disposition': `attachment; filename="${file}"`,
        },
      };
    },
  });

/** What is noted of an export is noted whatever else was asked for. */
const readingContext = (context: RouteContext): RouteContext => ({ ...context, dryRun: false });

const PIECE = 65_536;

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += PIECE) {
    yield await Promise.resolve(text.slice(from, from + PIECE));
  }
}

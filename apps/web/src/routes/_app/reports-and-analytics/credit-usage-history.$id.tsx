import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { toActiveAccount } from '../../../entities/accounts/to-active-account.ts'
import { readPage, type ReportPage, withoutDefaults } from '../../../features/reports/report-page.ts'
import { ReportScreen } from '../../../features/reports/report-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

type ReportSearch = { [Name in keyof ReportPage]?: NonNullable<ReportPage[Name]> | undefined }

export const Route = createFileRoute('/_app/reports-and-analytics/credit-usage-history/$id')({
  // The screen parses it, to keep this route's part of the first page small.
  validateSearch: (search: ReportSearch & SearchSchemaInput): ReportSearch => search,
  beforeLoad: ({ params }) => toActiveAccount(params.id),
  loader: () => loadPhrases('accountAdmin', 'reports'),
  component: Report,
})

function Report() {
  const navigate = useNavigate({ from: Route.fullPath })
  const onPage = (page: ReportPage) =>
    void navigate({ search: withoutDefaults('history', page), replace: page.page === 1 })
  return <ReportScreen report="history" page={readPage('history', Route.useSearch())} onPage={onPage} />
}

import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { type JobsSearch, readJobsPage } from '../../../features/history/jobs/jobs-page.ts'
import { JobsScreen } from '../../../features/history/jobs/jobs-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/chat-history/jobs')({
  validateSearch: (search: JobsSearch & SearchSchemaInput): JobsSearch => search,
  loader: () => loadPhrases('schedules'),
  component: Jobs,
})

function Jobs() {
  return <JobsScreen page={readJobsPage(Route.useSearch())} />
}

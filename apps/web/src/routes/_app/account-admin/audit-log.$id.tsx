import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { toActiveAccount } from '../../../entities/accounts/to-active-account.ts'
import { type AuditPage, readPage } from '../../../features/audit/audit-page.ts'
import { AuditScreen } from '../../../features/audit/audit-screen.tsx'
import { addressOf } from '../../../features/audit/index.ts'
import { loadPhrases } from '../../../lib/phrases.ts'

type AuditSearch = { [Name in keyof AuditPage]?: NonNullable<AuditPage[Name]> | undefined }

export const Route = createFileRoute('/_app/account-admin/audit-log/$id')({
  // The screen parses it, to keep this route's part of the first page small.
  validateSearch: (search: AuditSearch & SearchSchemaInput): AuditSearch => search,
  beforeLoad: ({ params }) => toActiveAccount(params.id),
  loader: () => loadPhrases('accounts', 'accountAdmin', 'audit'),
  component: AuditLog,
})

function AuditLog() {
  const navigate = useNavigate({ from: Route.fullPath })
  const onPage = (page: AuditPage) => void navigate({ search: addressOf(page), replace: page.page === 1 })
  return <AuditScreen page={readPage(Route.useSearch())} onPage={onPage} />
}

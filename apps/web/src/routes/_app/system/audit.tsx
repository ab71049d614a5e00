import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { addressOf } from '../../../features/audit/index.ts'
import { readPage, type SystemAuditPage } from '../../../features/system/audit/audit-page.ts'
import { SystemAuditScreen } from '../../../features/system/audit/system-audit-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

type AuditSearch = { [Name in keyof SystemAuditPage]?: NonNullable<SystemAuditPage[Name]> | undefined }

export const Route = createFileRoute('/_app/system/audit')({
  validateSearch: (search: AuditSearch & SearchSchemaInput): AuditSearch => search,
  loader: () => loadPhrases('setup', 'systemHealth', 'systemAudit'),
  component: SystemAudit,
})

function SystemAudit() {
  const navigate = useNavigate({ from: Route.fullPath })
  const onPage = (page: SystemAuditPage) =>
    void navigate({ search: addressOf(page), replace: page.page === 1 })
  return <SystemAuditScreen page={readPage(Route.useSearch())} onPage={onPage} />
}

import { createFileRoute } from '@tanstack/react-router'
import { ApiScreen } from '../../features/account-admin/api-screen.tsx'

export const Route = createFileRoute('/_app/api')({ component: ApiScreen })

import { createFileRoute } from '@tanstack/react-router'
import { ApiReferenceScreen } from '../../features/api-reference/api-reference-screen.tsx'

export const Route = createFileRoute('/_app/api-reference')({ component: ApiReferenceScreen })

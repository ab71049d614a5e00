import { createFileRoute } from '@tanstack/react-router'
import { ProvidersScreen } from '../../features/providers/providers-screen.tsx'

export const Route = createFileRoute('/_app/system/providers')({ component: ProvidersScreen })

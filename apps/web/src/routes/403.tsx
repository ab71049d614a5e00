import { createFileRoute } from '@tanstack/react-router'
import { ForbiddenPage } from '../features/pages/pages.tsx'

export const Route = createFileRoute('/403')({ component: ForbiddenPage })

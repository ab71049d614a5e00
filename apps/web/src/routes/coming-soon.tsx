import { createFileRoute } from '@tanstack/react-router'
import { ComingSoonPage } from '../features/pages/pages.tsx'

export const Route = createFileRoute('/coming-soon')({ component: ComingSoonPage })

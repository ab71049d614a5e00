import { createFileRoute } from '@tanstack/react-router'
import { ServerErrorPage } from '../features/pages/pages.tsx'

export const Route = createFileRoute('/500')({ component: ServerErrorPage })

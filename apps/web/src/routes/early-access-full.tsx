import { createFileRoute } from '@tanstack/react-router'
import { EarlyAccessFullPage } from '../features/pages/pages.tsx'

export const Route = createFileRoute('/early-access-full')({ component: EarlyAccessFullPage })

import { createFileRoute } from '@tanstack/react-router'
import { ContextPhone } from '../../features/rooms/context-phone.tsx'

export const Route = createFileRoute('/_app/context-mobile')({ component: ContextPhone })

import { createFileRoute } from '@tanstack/react-router'
import { ContextPhone } from '../../features/rooms/phone/context-phone.tsx'
import { loadPhrases } from '../../lib/phrases.ts'

export const Route = createFileRoute('/_app/context-mobile')({
  loader: () => loadPhrases('contextFiles'),
  component: ContextPhone,
})

import { createFileRoute } from '@tanstack/react-router'
import { NotOpenScreen } from '../../../features/not-open/not-open-screen.tsx'

export const Route = createFileRoute('/_app/question-library/')({
  component: () => <NotOpenScreen part="questionLibrary" />,
})

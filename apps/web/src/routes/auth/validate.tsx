import { createFileRoute } from '@tanstack/react-router'
import { ValidateScreen } from '../../features/identity/openid/validate-screen.tsx'

/** The redirect target of the hosted pool. The screen reads its parameters. */
export const Route = createFileRoute('/auth/validate')({
  component: () => <ValidateScreen provider="pool" />,
})

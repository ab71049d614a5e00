import { createFileRoute } from '@tanstack/react-router'
import { ValidateScreen } from '../../features/identity/openid/validate-screen.tsx'

/** Where the hosted pool returns to. What it sends along is read by the screen. */
export const Route = createFileRoute('/auth/validate')({
  component: () => <ValidateScreen provider="pool" />,
})

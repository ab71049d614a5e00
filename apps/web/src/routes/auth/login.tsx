import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

export const Route = createFileRoute('/auth/login')({
  validateSearch: z.object({ returnTo: z.catch(z.optional(z.string()), undefined) }),
  component: () => <p>login</p>,
})

import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

export const Route = createFileRoute('/maintenance')({
  validateSearch: z.object({ returnTo: z.catch(z.optional(z.string()), undefined) }),
  component: () => <p>maintenance</p>,
})

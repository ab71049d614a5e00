import { createFileRoute } from '@tanstack/react-router'

/** A chat link, after signing in for it: its page isn't part of the app, so the browser loads it. */
export const Route = createFileRoute('/shared/$token')({
  beforeLoad: async ({ location }) => {
    window.location.replace(location.href)
    await new Promise(() => {})
  },
})

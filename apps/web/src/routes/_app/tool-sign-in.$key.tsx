import { createFileRoute } from '@tanstack/react-router'
import { SignInReturnScreen } from '../../features/tool-servers/sign-in-return-screen.tsx'
import { loadPhrases } from '../../lib/phrases.ts'

/** The redirect targets of tool servers' authorization servers, one address for each. */
export const Route = createFileRoute('/_app/tool-sign-in/$key')({
  loader: () => loadPhrases('toolServers'),
  component: function Screen() {
    return <SignInReturnScreen issuerKey={Route.useParams().key} />
  },
})

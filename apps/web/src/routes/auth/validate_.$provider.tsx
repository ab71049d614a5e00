import { createFileRoute, notFound } from '@tanstack/react-router'
import { ValidateScreen } from '../../features/identity/openid/validate-screen.tsx'
import { oneOf } from '../../lib/text/parse.ts'

const readProvider = oneOf('google', 'azure')

/** The redirect targets of Google and Azure, one each. */
export const Route = createFileRoute('/auth/validate_/$provider')({
  params: {
    parse: ({ provider }) => ({ provider: readProvider(provider) ?? notFoundHere() }),
    stringify: ({ provider }) => ({ provider }),
  },
  component: function Screen() {
    return <ValidateScreen provider={Route.useParams().provider} />
  },
})

function notFoundHere(): never {
  throw notFound()
}

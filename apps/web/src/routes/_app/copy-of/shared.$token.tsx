import { createFileRoute } from '@tanstack/react-router'
import { CopyLinkScreen } from '../../../features/sharing/copy-link-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

/** Linked from the page of a chat link, to continue in a copy of one's own. */
export const Route = createFileRoute('/_app/copy-of/shared/$token')({
  loader: () => loadPhrases('shareDialog'),
  component: function CopyLink() {
    return <CopyLinkScreen token={Route.useParams().token} />
  },
})

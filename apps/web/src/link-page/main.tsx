import '@atrium/ui/tokens.css'
import '@atrium/ui/base.css'
import './link-page.css'
import type { Language } from '@atrium/contract'
import { createRoot } from 'react-dom/client'
import { LinkPage } from './link-page.tsx'
import { loadLink } from './load-link.ts'
import { loadWords } from './load-words.ts'

const [, token = ''] = /^\/shared\/([^/]+)/.exec(location.pathname) ?? []
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')
const found = loadLink(token)
await loadWords(document.documentElement.lang as Language)
createRoot(root).render(<LinkPage token={token} found={found} />)

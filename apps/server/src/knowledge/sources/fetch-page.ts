import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type AddressTry, admit } from './begin-fetch.ts'
import { type Settled, settleFetched, settleGone } from './settle-try.ts'
import type { FetchPorts } from './source-ports.ts'
import { storeContent } from './store-content.ts'
import { acceptedTypes, readWebDocument, type WebDocument } from './web/read-web-document.ts'

/** Fetches a page and enqueues indexing its text, unless it is unchanged. */
export async function fetchPage(
  ports: FetchPorts,
  page: AddressTry,
  signal: AbortSignal,
): Promise<Settled | null> {
  const fetched = await ports.fetchAddress(page.url, {
    accept: acceptedTypes,
    signal,
    ...(page.known && { known: page.known.version }),
  })
  if (fetched.type === 'gone') return await settleGone(ports, page)
  if (fetched.type === 'unchanged') return await settleFetched(ports, page)
  const document = await readWebDocument(fetched)
  signal.throwIfAborted()
  const hash = hashOf(document)
  if (page.known?.hash === hash) return await settleFetched(ports, page, fetched.version)
  const title = document.title.slice(0, 300) || page.url.slice(0, 300)
  return await storeContent(
    ports,
    page.accountId,
    { ...document, title: document.title || nameOf(page.url) },
    {
      userId: null,
      refusesTakenName: false,
      admit: (trx) => admit(trx, ports.plans, page),
      async settle(trx, { fileId }) {
        await sql`
        update knowledge_source set file_id = ${fileId}, content_hash = ${hash}, title = ${title}
        where account_id = ${page.accountId} and id = ${page.sourceId}`.execute(trx)
        return await settleFetched({ ...ports, trx }, page, fetched.version)
      },
    },
  )
}

const hashOf = ({ title, ending, bytes }: WebDocument): string =>
  createHash('sha256')
    .update(JSON.stringify([title, ending]))
    .update(bytes)
    .digest('hex')

/** For a file of a page without a title. */
const nameOf = (url: string): string => {
  const { hostname, pathname } = new URL(url)
  return `${hostname}${pathname}`.replace(/[^\w.-]+/g, ' ').trim()
}

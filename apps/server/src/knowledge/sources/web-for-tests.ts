import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { isGlobalAddress, type SafeFetch } from '../../platform/egress/index.ts'
import { safeFetchWith } from '../../platform/egress/safe-fetch.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export type WebForTests = {
  /** The address of a path on a host of this web; every host is the same server, `inner.test` has an internal address. */
  at(path: string, host?: string): string
  /** The response for each path; a text is a page. Other paths are not found. */
  put(path: string, answer: string | Answer): void
  remove(path: string): void
  /** The requested paths in order, without robots.txt. */
  asked: string[]
  headers: IncomingMessage['headers'][]
  /** The outgoing fetch with all its checks, except that this machine counts as the internet. */
  safeFetch: SafeFetch
  close(): Promise<void>
}

/** Some sites of the web, on this machine. */
export async function startWeb(): Promise<WebForTests> {
  const answers = new Map<string, Answer>()
  const web: Pick<WebForTests, 'asked' | 'headers'> = { asked: [], headers: [] }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path !== '/robots.txt') web.asked.push(path)
    web.headers.push(request.headers)
    const answer = answers.get(path)
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const lookupName: LookupFunction = (hostname, _options, callback) =>
    callback(null, [{ address: hostname === 'inner.test' ? '127.0.0.2' : '127.0.0.1', family: 4 }])
  return {
    ...web,
    at: (path, host = 'site.test') => `http://${host}:${port}${path}`,
    put: (path, answer) => void answers.set(path, typeof answer === 'string' ? page(answer) : answer),
    remove: (path) => void answers.delete(path),
    safeFetch: safeFetchWith(lookupName, (address) => address === '127.0.0.1' || isGlobalAddress(address), [
      port,
    ]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const page =
  (html: string): Answer =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)

/** Redirects to another address. */
export const leadTo =
  (location: string): Answer =>
  (_request, response) =>
    void response.writeHead(302, { location }).end()

/** Any reply. */
export const reply =
  (status: number, contentType: string, body: string | Uint8Array = ''): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': contentType }).end(body)

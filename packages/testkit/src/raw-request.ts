import http from 'node:http'

/** A request as it goes over the wire, however odd. */
export type RawRequest = {
  method: string
  /** Path and query as they are sent: nothing is encoded. */
  path: string
  headers: Record<string, string | string[]>
  body?: string | Buffer
}

export type RawReply = { status: number; headers: http.IncomingHttpHeaders; text: string }

/** Sends it and reads the reply; of an event stream only the head. */
export function sendRaw(url: string, { method, path, headers, body }: RawRequest): Promise<RawReply> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    // Node does not frame the body of a GET or DELETE automatically.
    const framed =
      body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
    const request = http.request({ hostname, port, method, path, headers: framed, agent }, (response) => {
      const reply = { status: response.statusCode ?? 0, headers: response.headers }
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        resolve({ ...reply, text: '' })
        response.destroy()
        return
      }
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ ...reply, text: Buffer.concat(chunks).toString() }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

const agent = new http.Agent({ keepAlive: true, timeout: 60_000 })

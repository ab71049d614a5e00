import type { ServerResponse } from 'node:http'

/** Sends a whole JSON reply. `cutShort` leaves out its second half, so that it cannot be parsed. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  options: { cutShort?: boolean; headers?: Record<string, string> } = {},
): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...options.headers })
  response.end(options.cutShort ? text.slice(0, text.length / 2) : text)
}

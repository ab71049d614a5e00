import type { Duplex, Readable, Writable } from 'node:stream'
import { once } from 'node:events'
import type pg from 'pg'

/** The part of pg's connection that the COPY protocol needs; its types omit it. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
  stream: Duplex
}

/**
 * Runs one COPY statement: pg parses the protocol's messages and leaves their handling to the query's submitter.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY
 */
function runCopy(client: pg.ClientBase, text: string, handlers: Partial<CopyHandlers>): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = {
      submit: (connection: CopyConnection) => connection.query(text),
      handleCopyData: () => undefined,
      handleCopyInResponse: () => undefined,
      handleCommandComplete: () => undefined,
      // After an error pg drops the query, and does not notify it when the server is ready again.
      handleError: reject,
      handleReadyForQuery: () => resolve(),
      ...handlers,
    }
    client.query(query as unknown as pg.Submittable)
  })
}

interface CopyHandlers {
  handleCopyData(message: { chunk: Buffer }, connection: CopyConnection): void
  handleCopyInResponse(connection: CopyConnection): void
}

/**
 * Writes all rows of a table, in COPY's text format, with backpressure from `output`; each server message is one row. Returns
 * their number; does not end `output`.
 */
export async function copyOut(
  client: pg.ClientBase,
  table: string,
  columns: string,
  output: Writable,
): Promise<number> {
  let rows = 0
  await runCopy(client, `copy ${table} (${columns}) to stdout`, {
    handleCopyData({ chunk }, { stream }) {
      rows++
      // The chunk is a view into pg's buffer, which is reused long before a file has written it.
      if (output.write(Buffer.from(chunk)) || stream.isPaused()) return
      stream.pause()
      output.once('drain', () => stream.resume())
    },
  })
  // A stream that ends first never drains, and the connection would stay paused.
  if (output.writableNeedDrain) await once(output, 'drain')
  return rows
}

/** Fills a table with rows that `copyOut` wrote. */
export async function copyIn(
  client: pg.ClientBase,
  table: string,
  columns: string,
  rows: Readable,
): Promise<void> {
  await runCopy(client, `copy ${table} (${columns}) from stdin`, {
    handleCopyInResponse: (connection) => void sendRows(connection, rows),
  })
}

async function sendRows(connection: CopyConnection, rows: Readable): Promise<void> {
  try {
    for await (const chunk of rows) {
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    }
    connection.endCopyFrom()
  } catch (error) {
    connection.sendCopyFail(error instanceof Error ? error.message : String(error))
  }
}

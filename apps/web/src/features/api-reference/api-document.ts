/** A JSON Schema, limited to what the contract's description uses. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  $ref?: string
}

type Content = Record<string, { schema?: Schema }>

export type Operation = {
  operationId: string
  summary: string
  'x-caller': string
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

/** The server's OpenAPI document of the contract: paths, then methods. */
export type ApiDocument = { paths: Record<string, Record<string, Operation>> }

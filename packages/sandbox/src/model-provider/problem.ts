/** A refusal as a vendor would give it; each wire protocol dresses it in its own envelope. */
export interface Problem {
  status: number
  /** OpenAI's `error.type`; the Anthropic protocol derives its own from the status. */
  type: string
  /** OpenAI's `error.code`. */
  code: string | null
  /** OpenAI's `error.param`. */
  param: string | null
  message: string
  retryAfterSeconds?: number
}

/** Thrown while a request is read; ends it with the problem in the protocol's envelope. */
export class RequestProblem extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

export function malformed(message: string, param: string | null = null): RequestProblem {
  return new RequestProblem({ status: 400, type: 'invalid_request_error', code: null, param, message })
}

export function unknownModel(model: string): RequestProblem {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`
  return new RequestProblem({
    status: 404,
    type: 'invalid_request_error',
    code: 'model_not_found',
    param: null,
    message,
  })
}

export function unfitModel(model: string, purpose: string): RequestProblem {
  const message = `The model \`${model}\` is not ${purpose} and cannot be used at this address.`
  return new RequestProblem({
    status: 404,
    type: 'invalid_request_error',
    code: null,
    param: 'model',
    message,
  })
}

export function wrongKey(): RequestProblem {
  const message = 'Incorrect API key provided. The sandbox was started with a key of its own.'
  return new RequestProblem({
    status: 401,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
    param: null,
    message,
  })
}

const byStatus: Record<number, Omit<Problem, 'status' | 'param'>> = {
  401: { type: 'invalid_request_error', code: 'invalid_api_key', message: 'Incorrect API key provided.' },
  429: {
    type: 'requests',
    code: 'rate_limit_exceeded',
    message: 'Rate limit reached. Please try again later.',
  },
  500: {
    type: 'server_error',
    code: null,
    message: 'The server had an error while processing your request.',
  },
  503: {
    type: 'server_error',
    code: 'service_unavailable',
    message: 'The service is temporarily unavailable.',
  },
  529: { type: 'server_error', code: 'overloaded', message: 'Overloaded' },
}

/** The problem for a fault by status; any status from 400 to 599 has one. */
export function problemOfStatus(status: number, retryAfterSeconds?: number): Problem {
  const known = byStatus[status] ?? {
    type: status < 500 ? 'invalid_request_error' : 'server_error',
    code: null,
    message: `The sandbox was asked to answer ${status}.`,
  }
  return { status, param: null, ...known, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
}

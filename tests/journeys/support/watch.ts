import type { BrowserContext, Page } from '@playwright/test'
import type { Product } from './product.ts'

/** Watches every page of a browser for errors that no journey may have. */
export interface Watch {
  /** The problems so far, one line each. */
  problems: () => string[]
  /** From now on problems that match are part of the journey: the network is cut, the server is down. */
  expectProblems: (pattern: RegExp) => void
}

declare global {
  interface Window {
    reportViolation?: (violation: string) => void
  }
}

/**
 * Notes page errors, errors in the console, violations of the Content-Security-Policy, dialogs of the browser, and requests to
 * anywhere but the product, its inbox and its payment sandbox.
 */
export async function watch(context: BrowserContext, product: Product): Promise<Watch> {
  const problems: string[] = []
  const expected: RegExp[] = []
  const note = (problem: string) => {
    if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem)
  }
  const isOurs = (url: string) => {
    const { protocol, origin } = new URL(url)
    return (
      ['data:', 'blob:', 'about:'].includes(protocol) ||
      [product.url, product.inboxUrl, ...paymentsOf(product)].some(
        (address) => new URL(address).origin === origin,
      )
    )
  }

  await context.exposeFunction('reportViolation', (violation: string) => note(`CSP: ${violation}`))
  await context.addInitScript(() => {
    addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
        window.reportViolation?.(`${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`),
    )
  })
  context.on('request', (request) => {
    if (!isOurs(request.url())) note(`off-origin request: ${request.method()} ${request.url()}`)
  })
  // A worker has no page to report its violations to.
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'csp') note(`CSP: ${request.url()} was blocked`)
  })
  const onPage = (page: Page) => {
    page.on('pageerror', (error) => note(`page error: ${error.stack ?? error.message}`))
    page.on('crash', () => note('the page crashed'))
    page.on('dialog', (dialog) => {
      note(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      note(`console: ${message.text()} (${message.location().url})`)
    })
  }
  context.pages().forEach(onPage)
  context.on('page', onPage)
  return { problems: () => problems, expectProblems: (pattern) => expected.push(pattern) }
}

/** The browser's own word, in its console, for a reply with this status. */
export const replied = (status: number): RegExp => new RegExp(`status of ${status}`)

/** The address of the payment sandbox, if the product has one. */
const paymentsOf = ({ output }: Product): string[] =>
  /sandbox and move no money: (\S+)/.exec(output())?.slice(1, 2) ?? []

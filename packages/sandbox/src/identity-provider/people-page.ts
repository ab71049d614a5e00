import { escapeHtml } from '../mail-inbox/escape-html.ts'
import type { PersonAtProvider } from './start-identity-provider.ts'

/** The provider's one page: who of its people one is, or that one would rather not. Works without script. */
export function peoplePage(people: readonly PersonAtProvider[], action: string): string {
  const buttons = people.map(
    ({ subject, email }) =>
      `<button name="subject" value="${escapeHtml(subject)}">${escapeHtml(email ?? subject)}</button>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandbox sign-in</title>
<meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:360px;margin:15vh auto;padding:0 16px}button{display:block;width:100%;margin:12px 0;padding:12px;font:inherit}</style>
<main><h1>Sandbox sign-in</h1><form method="post" action="${escapeHtml(action)}">${buttons.join('')}
<button name="refused" value="yes">Cancel</button></form></main></html>`
}

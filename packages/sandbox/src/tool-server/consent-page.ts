import { escapeHtml } from '../mail-inbox/escape-html.ts'

/** The authorization server's one page: whether the client may use the service desk. Works without script. */
export function consentPage(client: string, scopes: readonly string[], id: string): string {
  const action = (more = '') => `/decide?id=${encodeURIComponent(id)}${more}`
  const items = scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandbox service desk</title>
<meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:360px;margin:15vh auto;padding:0 16px}button{display:block;width:100%;margin:12px 0;padding:12px;font:inherit}</style>
<main><h1>Sandbox service desk</h1><p>${escapeHtml(client)} asks for:</p><ul>${items.join('')}</ul>
<form method="post" action="${escapeHtml(action())}"><button>Allow</button></form>
<form method="post" action="${escapeHtml(action('&refused=yes'))}"><button>Cancel</button></form></main></html>`
}

/**
 * Runs `work` while style elements that it creates or parses get the page's nonce. Mermaid measures with a style element without a nonce
 * option, and a policy without 'unsafe-inline' would make it measure without styles; elements that it parses only for sanitizing are never
 * shown, but would be reported as violations.
 */
export async function withNoncedStyles<Result>(nonce: string, work: () => Promise<Result>): Promise<Result> {
  if (!nonce) return work()
  const create = document.createElement.bind(document)
  const createNonced = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(name, options)
    if (name.toLowerCase() === 'style') element.nonce = nonce
    return element
  }
  Object.defineProperty(document, 'createElement', {
    value: createNonced,
    configurable: true,
    writable: true,
  })
  const parse = DOMParser.prototype.parseFromString
  DOMParser.prototype.parseFromString = function parseNonced(text, type) {
    return parse.call(this, String(text).replaceAll(/<style\b/giu, `<style nonce="${nonce}"`), type)
  }
  try {
    return await work()
  } finally {
    // Removes the document's own property, which restores the prototype's method.
    Reflect.deleteProperty(document, 'createElement')
    DOMParser.prototype.parseFromString = parse
  }
}

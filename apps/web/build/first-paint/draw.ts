/** The texts of the first paint, in one language. */
export type FirstPaintWords = {
  productName: string
  loading: string
  title: string
  text: string
  fields: string[]
  forgot: string
  submit: string
  toRegister: string
  toRegisterLink: string
  asideTitle: string
  asideText: string
  /** With `{{name}}`. */
  greeting: string
  lead: string
  /** Places of suggested templates. */
  starterCount: number
}

type FirstPaintInputs = {
  words: Record<string, FirstPaintWords>
  /** The class of an element, as `auth-layout.title`, from the app's own stylesheets. */
  classes: Record<string, string>
  /** The first path segments of all pages inside the frame. */
  productPages: string[]
}

/**
 * Draws the first paint of the page before its program is loaded: the sign-in page, or for signed-in people the product's frame with the
 * greeting. React then replaces it. Only visual: screen readers announce that the page is loading.
 * ⏎ The build writes this function into the page as text: it uses nothing outside itself.
 */
export function drawFirstPaint({ words, classes, productPages }: FirstPaintInputs): void {
  const say = words[document.documentElement.lang]
  if (!say) return
  const path = location.pathname.replace(/(.)\/$/, '$1')

  const stored = (name: string): unknown => {
    try {
      return JSON.parse(localStorage.getItem(`atrium.${name}`) ?? 'null')
    } catch {
      return null
    }
  }
  const styled = <Made extends HTMLElement>(element: Made, className: string): Made => {
    element.className = className
      .split(' ')
      .map((part) => classes[part] ?? part)
      .join(' ')
    return element
  }
  const part = (className: string, ...inside: (Node | string)[]) => {
    const element = styled(document.createElement('div'), className)
    element.append(...inside)
    return element
  }
  const bar = (width: string, height: number) => {
    const element = part('first-paint-bar')
    element.style.inlineSize = width
    element.style.blockSize = `${height}px`
    return element
  }

  const link = (text: string) => {
    const element = styled(document.createElement('span'), 'form.link first-paint-link')
    element.append(text)
    return element
  }

  const signInPage = () => {
    const form = styled(document.createElement('form'), 'form.fields')
    form.append(
      ...say.fields.map((label) =>
        part('field.field', part('field.label', label), part('field.box', part('field.input'))),
      ),
      part('form.quiet', link(say.forgot)),
      part('first-paint-button', say.submit),
    )
    return part(
      'auth-layout.page',
      part(
        'auth-layout.side',
        part('', part('brand.brand', part('first-paint-mark'), part('brand.name', say.productName))),
        part(
          'auth-layout.main',
          part('auth-layout.title', say.title),
          part('auth-layout.text', say.text),
          form,
          part('auth-layout.footer', `${say.toRegister} `, link(say.toRegisterLink)),
        ),
        part('first-paint-foot', '\u00a0'),
      ),
      part(
        'auth-layout.aside',
        part(
          'auth-layout.words',
          part('auth-layout.quote', say.asideTitle),
          part('auth-layout.quoteText', say.asideText),
        ),
      ),
    )
  }

  const newChat = (name: string) => {
    const screen = part(
      'chat.screen',
      part(
        'chat.dock',
        part(
          'chat.greeting',
          part(
            'chat.hello',
            say.greeting.replace('{{name}}', () => name),
          ),
          part('chat.lead', say.lead),
          part('chat.room'),
        ),
        part(
          'composer.form',
          part(
            'composer.composer',
            part('growing-text.text', '\u00a0'),
            part('composer.tools first-paint-tools'),
          ),
          part('composer.figures'),
        ),
        part('chat.starters', ...Array.from({ length: say.starterCount }, () => part('chat.starterWaiting'))),
        part('chat.below'),
      ),
    )
    screen.dataset.empty = ''
    return screen
  }

  const frame = (page: Node, isChat: boolean) => {
    const isExpanded = (stored('sidebar') ?? (isChat ? 'collapsed' : 'expanded')) === 'expanded'
    const entries = isExpanded ? ['78%', '62%', '70%', '54%', '66%'] : []
    const shell = part(
      'shell.shell',
      part(
        'shell.sidebar',
        part('shell-skeleton.sidebar', bar('32px', 32), ...entries.map((width) => bar(width, 14))),
      ),
      part('shell.column', part('shell-header.header'), part('shell.main', page)),
    )
    shell.dataset.sidebar = isExpanded ? 'expanded' : 'collapsed'
    return shell
  }
  const emptyPage = () =>
    part(
      'shell-skeleton.page first-paint-page',
      bar('46%', 28),
      bar('88%', 14),
      bar('72%', 14),
      bar('80%', 14),
    )

  const whatComes = (): Node | null => {
    const isSignedIn =
      stored('signedIn') === true || document.cookie.split('; ').includes('atrium.signed-in=1')
    const isChat = /^\/chat(\/|$)/.test(path)
    const isProduct = path === '/' || productPages.includes(path.split('/')[1] ?? '')
    if (!isSignedIn) return isProduct || path === '/auth/login' ? signInPage() : null
    if (!isProduct) return null
    // A person with a stored greeting has an account, accepted the terms, and will be greeted again.
    const greeted = stored('greeted') as { firstName?: unknown } | null
    const isNewChat = path === '/' || path === '/chat' || path === '/chat/new'
    const name = typeof greeted?.firstName === 'string' ? greeted.firstName : ''
    return frame(isNewChat && name ? newChat(name) : emptyPage(), isChat || path === '/')
  }

  const progress = part('navigation-progress.bar', part('navigation-progress.fill'))
  progress.role = 'progressbar'
  progress.ariaLabel = say.loading
  const shown = whatComes()
  const picture = part('first-paint', ...(shown ? [shown] : []))
  picture.ariaHidden = 'true'
  document.getElementById('root')?.append(progress, picture)
}

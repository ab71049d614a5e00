import { languages, limits } from '@atrium/contract'
import { loadCatalogue } from '@atrium/phrases'
import type { FirstPaintWords } from './draw.ts'

/** The texts of the first paint in each language: phrases of the pages that it previews. */
export async function firstPaintWords(): Promise<Record<string, FirstPaintWords>> {
  const ofEach = languages.map(async (language): Promise<[string, FirstPaintWords]> => {
    const { common, identity, chat } = await loadCatalogue(language)
    const phrase = (catalogue: Readonly<Record<string, string>>) => (key: string) => {
      const text = catalogue[key]
      if (text === undefined)
        throw new Error(`The first paint says '${key}', which ${language} does not have.`)
      return text
    }
    const [shared, ofSignIn, ofChat] = [phrase(common), phrase(identity), phrase(chat)]
    return [
      language,
      {
        productName: shared('productName'),
        loading: shared('loading'),
        title: ofSignIn('login.title'),
        text: ofSignIn('login.text'),
        fields: [ofSignIn('field.email'), ofSignIn('field.password')],
        forgot: ofSignIn('login.forgot'),
        submit: ofSignIn('login.submit'),
        toRegister: ofSignIn('login.toRegister'),
        toRegisterLink: ofSignIn('login.toRegister.link'),
        asideTitle: ofSignIn('aside.quote'),
        asideText: ofSignIn('aside.text'),
        greeting: ofChat('greeting'),
        lead: ofChat('welcome.text'),
        starterCount: limits.promptsForEmptyChat,
      },
    ]
  })
  return Object.fromEntries(await Promise.all(ofEach))
}

import { stemsOf } from '../../platform/words/index.ts'

/** Stop words of the supported languages. */
const plainWords = {
  en: `a about after again all also am an and any are as at be because been before but by can could did do does doing each for from
    give had has have he her here him his how i if in into is it its just let like me more most my no not now of on one ones only or
    other our out please say she should so some such tell than that the their them then there these they this those to too us was we were
    what when where which while who whom whose why will with would you your`,
  fr: `à ai ainsi alors après au aucun aussi autre autres aux avant avec avoir bien c ça car ce ceci cela celle celles celui ces cet
    cette ceux chaque chez comme comment d dans de des dis donc dont du elle elles en entre est et été être eu fait il ils j je l la là le
    les leur leurs lui ma mais me même mes moi mon n ne nos notre nous on ont ou où par pas peu peut plus pour pourquoi qu quand que quel
    quelle quelles quels qui quoi s sa sans se ses si son sont sous sur ta te tes toi ton tous tout toute très tu un une va vos votre vous y`,
  vi: `bạn bao bằng bị bởi các cách cái cần cho chỉ có còn của cũng đã đang để đến đi đó được gì giữa hãy hay hơn họ khi không là làm
    lại lên mà mình mỗi một nào này nên nếu nhiều như nhưng những nó ở ra rằng rất sao sau sẽ tại theo thế thì tôi trên trong từ tới và vào
    về vì với xin vậy ấy kia`,
  zh: `什么 怎么 怎样 如何 为什么 哪个 哪些 请问 这个 那个 我们 你们 他们 它们 关于 以及 或者 但是 可以 应该 需要 一个 一下 一些 多少 如果 因为 所以 告诉
    还有 那么 的 了 和 是 在 我 你 他 她 它 有 这 那 吗 呢 吧 把 被 让 对 与 及 或 而 也 都 就 才 又 很 最 不 没 要 会 能 个 上 下 中 里 从 到 为 以 之 用 请`,
  ar: `في من إلى على عن أن إن أنا أنت هو هي هم نحن ما ماذا لماذا كيف متى أين هل هذا هذه ذلك تلك التي الذي الذين كان كانت يكون قد لا لم لن
    ليس أو و ثم بل لكن مع عند إذا كل بعض غير بين بعد قبل منذ يمكن أريد لي لك له لها لنا كم هناك هنا أيضا حول به بها فيه فيها منه منها`,
} as const
export type SpokenLanguage = keyof typeof plainWords

const listed = (words: string) => words.trim().split(/\s+/)
const plainStems = new Set(Object.values(plainWords).flatMap((words) => stemsOf(words, 1000)))
const plainAsTyped = new Set(Object.values(plainWords).flatMap(listed))
const wordsByLanguage = Object.entries(plainWords).map(
  ([language, words]) => [language as SpokenLanguage, new Set(listed(words))] as const,
)

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text in order, as typed; Chinese is segmented by a dictionary. */
const wordsOf = (text: string): string[] =>
  [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike ? segment.split(/['’]/).filter((word) => word !== '') : [],
  )

/** Accents change the word: in Vietnamese, 'bao' asks how many and 'bảo' keeps. */
const accented = /[\u00c0-\u024f\u1e00-\u1eff]/

const isKeyword = (word: string) =>
  !plainAsTyped.has(word.toLowerCase()) &&
  (accented.test(word) || !stemsOf(word, 20).every((stem) => plainStems.has(stem)))

/** The keywords of a text, as typed, each once. */
export function keywordsOf(text: string): string[] {
  const known = new Map<string, string>()
  for (const word of wordsOf(text)) {
    const key = word.toLowerCase()
    if (!known.has(key) && isKeyword(word)) known.set(key, word)
  }
  return [...known.values()]
}

/** A two-character Chinese stem with a function word in it. */
const isBetweenWords = (stem: string) =>
  /^\p{Script=Han}{2}$/u.test(stem) && /[的了是在有和与及个这那被把就也都为以之]/u.test(stem)

/** The stems of the keywords, for comparing texts. */
export const keywordStems = (text: string, most: number): string[] =>
  stemsOf(text, most).filter((stem) => !plainStems.has(stem) && !isBetweenWords(stem))

/** The most likely language of a text; null when undecidable. */
export function languageOf(text: string): SpokenLanguage | null {
  if (/\p{Script=Han}/u.test(text)) return 'zh'
  if (/\p{Script=Arabic}/u.test(text)) return 'ar'
  const counted = wordsByLanguage.map(([language, plain]) => ({
    language,
    count: wordsOf(text.toLowerCase()).filter((word) => plain.has(word)).length,
  }))
  const [first, second] = counted.toSorted((a, b) => b.count - a.count)
  return first && first.count > (second?.count ?? 0) ? first.language : null
}

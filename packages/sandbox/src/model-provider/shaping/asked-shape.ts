import type { Conversation } from '../conversation.ts'
import { questionOf } from '../conversation.ts'
import { detectLanguage } from '../language/detect-language.ts'
import type { Language } from '../language/languages.ts'
import type { Shape } from './shape-text.ts'

/** What instructions want done with the text of the last turn; 'question' for a better wording of a question. */
export function shapeInstructed(instructions: string): Shape | 'question' | null {
  const [first = ''] = instructions.split('\n')
  return instructed.find(([pattern]) => pattern.test(first))?.[1] ?? null
}

const instructed: [RegExp, Shape | 'question'][] = [
  [/^rewrite the question\b/i, 'question'],
  [/^rewrite the text in simple language\b/i, 'simplify'],
  [/^rewrite the text\b/i, 'improve'],
  [/^summari[sz]e the text\b/i, 'summarize'],
  [/^expand the text\b/i, 'expand'],
  [/^shorten the text\b/i, 'shorten'],
]

/** Requests with which people have a text reworked; the text stands after a colon, or is the answer before. */
const requests: Record<Language, [RegExp, Shape][]> = {
  en: [
    [/^(?:please )?(?:shorten|(?:make|cut) (?:it|this|that)(?: much)? short)/i, 'shorten'],
    [/^(?:please )?summari[sz]e\b/i, 'summarize'],
    [/^(?:please )?(?:make|turn|put) (?:it |this |that )?(?:in|into |a |me )*\b(?:bullet|list)/i, 'list'],
    [/^(?:please )?(?:expand|make (?:it|this|that) longer)/i, 'expand'],
    [
      /^(?:please )?(?:simplify|make (?:it|this|that) simpler|(?:say|write) (?:it|this) more simply)/i,
      'simplify',
    ],
    [/^(?:please )?(?:make (?:it|this|that) more formal|(?:write|say) (?:it|this) more formally)/i, 'formal'],
    [/^(?:please )?(?:improve|correct|proofread) (?:it|this|that|the text)/i, 'improve'],
  ],
  fr: [
    [/^(?:raccourci|abrège|plus court)/i, 'shorten'],
    [/^résume/i, 'summarize'],
    [/^(?:fais|faites|mets|mettez)\S* .{0,20}\bliste/i, 'list'],
    [/^(?:développe|allonge|plus long)/i, 'expand'],
    [/^(?:simplifie|plus simple)/i, 'simplify'],
    [/^(?:rends|écris|plus)\S* .{0,20}(?:formel|soutenu)/i, 'formal'],
    [/^(?:améliore|corrige)/i, 'improve'],
  ],
  vi: [
    [/^(?:hãy )?(?:rút gọn|rút ngắn|viết ngắn)/i, 'shorten'],
    [/^(?:hãy )?tóm tắt/i, 'summarize'],
    [/^(?:hãy )?(?:lập|chuyển|viết|làm) .{0,20}danh sách/i, 'list'],
    [/^(?:hãy )?(?:mở rộng|viết dài)/i, 'expand'],
    [/^(?:hãy )?(?:đơn giản hóa|viết đơn giản)/i, 'simplify'],
    [/^(?:hãy )?(?:viết )?trang trọng/i, 'formal'],
    [/^(?:hãy )?(?:cải thiện|sửa)/i, 'improve'],
  ],
  zh: [
    [/^请?(?:把.{0,8})?(?:缩短|写短|精简)/, 'shorten'],
    [/^请?(?:总结|概括)/, 'summarize'],
    [/^请?.{0,8}(?:列成|做成|改成|变成).{0,4}(?:列表|清单|要点)/, 'list'],
    [/^请?(?:扩写|展开|写长)/, 'expand'],
    [/^请?(?:简化|写简单|用简单)/, 'simplify'],
    [/^请?.{0,8}(?:更正式|正式一)/, 'formal'],
    [/^请?(?:改进|润色|修改)/, 'improve'],
  ],
  ar: [
    [/^(?:من فضلك )?(?:اختصر|قصّر|قصر)/, 'shorten'],
    [/^(?:من فضلك )?(?:لخص|لخّص)/, 'summarize'],
    [/^(?:من فضلك )?(?:حوّل|حول|اجعل|ضع).{0,25}قائمة/, 'list'],
    [/^(?:من فضلك )?(?:وسّع|وسع|أطل)/, 'expand'],
    [/^(?:من فضلك )?(?:بسّط|بسط)/, 'simplify'],
    [/^(?:من فضلك )?(?:اجعل|اكتب).{0,20}رسمي/, 'formal'],
    [/^(?:من فضلك )?(?:حسّن|حسن|صحح)/, 'improve'],
  ],
}

const shapeIn = (known: [RegExp, Shape][], request: string): Shape | undefined =>
  known.find(([pattern]) => pattern.test(request.trim()))?.[1]

const minTextCharacters = 12
/** A request is short; a longer text before the colon is an ordinary question. */
const maxRequestCharacters = 80

/** The requested operation and its text; the text is '' if missing. Null if the question requests no operation. */
export function shapeAsked(
  conversation: Conversation,
): { shape: Shape; text: string; language: Language } | null {
  const question = questionOf(conversation).trim()
  const [, request = question, given = ''] = /^([^:：\n]{1,80})[:：\n]\s*([^]+)$/.exec(question) ?? []
  if (request.length > maxRequestCharacters) return null
  // One or two words are too few to detect the language: use any language that knows the request.
  const found = Object.entries(requests).find(([, known]) => shapeIn(known, request))
  const shape = shapeIn(found?.[1] ?? [], request)
  if (!found || !shape) return null
  const language = found[0] as Language
  const before = conversation.turns.findLast(({ role }) => role === 'assistant')?.text ?? ''
  const text = given.trim().length >= minTextCharacters ? given.trim() : before
  return { shape, text, language: text === '' ? language : detectLanguage(text) }
}

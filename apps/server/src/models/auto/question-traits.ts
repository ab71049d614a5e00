/** Languages that are detected in questions; `other` for any that the product does not support. */
export type QuestionLanguage = 'en' | 'fr' | 'vi' | 'zh' | 'ar' | 'other'

/** The traits of a question that matter to Auto. Contains none of its words: stored with the decision. */
export interface QuestionTraits {
  hasImages: boolean
  hasSpreadsheets: boolean
  /** It asks for a picture, not words. */
  asksForPicture: boolean
  hasCode: boolean
  language: QuestionLanguage
}

export const plainQuestion: QuestionTraits = {
  hasImages: false,
  hasSpreadsheets: false,
  asksForPicture: false,
  hasCode: false,
  language: 'en',
}

/** Enough to classify a question; a long paste is not read to its end. */
const readCharacters = 4_000

/** Classifies a question by its text and the content types of its attachments. A heuristic; calls no model. */
export function traitsOf(text: string, attachedTypes: readonly string[] = []): QuestionTraits {
  const read = text.slice(0, readCharacters)
  return {
    hasImages: attachedTypes.some((type) => type.startsWith('image/')),
    hasSpreadsheets: attachedTypes.some((type) => spreadsheets.test(type)),
    asksForPicture: picturesWanted.some((wanted) => wanted.test(read)),
    hasCode: codeSigns.some((sign) => sign.test(read)),
    language: languageOf(read),
  }
}

const spreadsheets = /^(text\/csv|application\/(vnd\.ms-excel|.*spreadsheet.*))$/

/** A verb of making before a word for a picture, near the beginning: asking about a drawing is not asking for one. */
const picturesWanted = [
  /^\W*(please |can you |could you )?(draw|paint|sketch|illustrate)\b/i,
  /^\W*(please |can you |could you )?(create|generate|make|design|produce)\b.{0,40}\b(picture|image|photo|drawing|painting|illustration|logo|icon|poster)\b/i,
  /^\W*(s['’]il te plaît |peux-tu |pouvez-vous )?(dessine|peins|illustre)/i,
  /^\W*(peux-tu |pouvez-vous )?(crée|créer|créez|génère|générer|générez|fais|faites)\b.{0,40}(image|photo|dessin|illustration|logo|affiche)/iu,
  /^\W*(hãy )?(vẽ|(tạo|thiết kế)\b.{0,30}(ảnh|hình|tranh|logo|poster))/iu,
  /^.{0,6}(画|畫|绘制|繪製|(生成|制作|製作|设计|設計).{0,15}(图|圖|照片|标志|海报|插画))/u,
  /^\P{L}*(من فضلك )?(ارسم|(أنشئ|انشئ|صمم|ولّد|ولد).{0,20}(صورة|رسمة|لوحة|شعار|ملصق))/u,
]

const codeSigns = [
  /```/,
  /^\s*(import .+ from |from \w+ import |#include\s*<|def \w+\(|class \w+[:({ ]|public static |func \w+\(|fn \w+\()/m,
  /\b(const|let|var) \w+ ?=|=>|\w+\([^)]*\) ?\{|;\s*$/m,
  /\bSELECT\b[^.?!]{1,80}\bFROM\b|\bselect \* from\b|\b(insert into|create table) \w+ ?\(/,
  /\b(TypeError|NullPointerException|stack ?trace|Traceback|segfault|undefined is not)\b/,
  /\b(typescript|javascript|python|java|kotlin|rust|golang|c\+\+|sql|regex|bash|html|css)\b/i,
]

function languageOf(text: string): QuestionLanguage {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return 'en'
  const share = (script: RegExp) => (text.match(script)?.length ?? 0) / letters
  // Japanese and Korean use Han characters too, so Kana and Hangul are checked first.
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) > 0.1) return 'other'
  if (share(/\p{Script=Han}/gu) > 0.2) return 'zh'
  if (share(/\p{Script=Arabic}/gu) > 0.3) return 'ar'
  if (share(/\p{Script=Latin}/gu) < 0.5) return 'other'
  if (/[ơưđăạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu.test(text)) return 'vi'
  return latinLanguageOf(text)
}

const commonWords: readonly [QuestionLanguage, RegExp][] = [
  ['en', /\b(the|is|are|what|how|why|and|of|to|in|please|with|you|does|can|my)\b/gi],
  [
    'fr',
    /(?<!\p{L})(le|la|les|des|une|est|que|quel|quelle|comment|pourquoi|et|pour|dans|avec|vous|je|du)(?!\p{L})/giu,
  ],
  [
    'other',
    /(?<!\p{L})(der|die|das|und|ist|wie|warum|nicht|el|los|las|es|cómo|por|qué|il|che|per|como|não|uma|het|een|van)(?!\p{L})/giu,
  ],
]

/** By each language's function words; English by default. */
function latinLanguageOf(text: string): QuestionLanguage {
  let found: QuestionLanguage = 'en'
  let most = 0
  for (const [language, words] of commonWords) {
    const count = text.match(words)?.length ?? 0
    if (count > most) [found, most] = [language, count]
  }
  return found
}

import type { Language } from './languages.ts'

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Stop words, lower case, as typed. Chinese ones are whole segments of `Intl.Segmenter`. */
export const stopWords: Record<Language, ReadonlySet<string>> = {
  en: listed(`a about above after again all also am an and any are as at be because been before being between both but by can could
    did do does doing don't down during each every explain few for from further get give had has have having he her here hers him his how
    i i'm if in into is it it's its just let like make many me more much most my need no nor not now of off on once one only or other our out over own please
    say same she should so some such tell than that the their them then there these they this those through to too under until up us
    using very want was we were what what's when where which while who whom why will with would write you your yours`),
  fr: listed(`a à ai ainsi alors après au aucun aussi autre aux avant avec avoir bien c ça car ce ceci cela ces cet cette chaque chez
    comme comment d dans de des dis donc dont du elle elles en entre es est et été être eu explique faire fait font il ils j je l la là le les leur leurs
    lui m ma mais me même mes moi mon n ne ni nos notre nous on ont ou où par parle pas peu peut peux plus pour pourquoi qu quand que quel quelle
    quelles quels qui quoi s sa sans se ses si son sont sous sur t ta te tes toi ton tous tout toute toutes très tu un une va veux vos
    votre vous y écris donne montre moi`),
  vi: listed(`ai bạn bao bằng bị bởi các cách cái cần chị cho chỉ chính chúng có còn của cũng cùng đã đang để đến đi đó được gì giữa hãy
    hay hơn khi không là làm lại lên mà mình mỗi một nào này nên nếu ngay người nhiều như nhưng những ở ra rằng rất sao sau sẽ tại theo thế thì
    thích tôi trên trong từ tới và vào vẫn về vì việc viết với xin vậy giải em giúp nhé ạ khong cua nhung duoc nguoi toi`),
  zh: listed(`的 了 和 是 在 我 我们 你 你们 他 她 它 他们 有 这 那 这个 那个 什么 怎么 怎样 如何 为什么 哪 哪个 哪些 吗 呢 吧 啊 请 请问 帮 帮我 给 给我 把 被 让 对 对于 关于
    与 及 或 或者 而 但 但是 也 都 就 才 又 还 很 更 最 不 没 没有 要 想 会 能 能够 可以 应该 需要 一 一个 一下 一些 个 上 下 中 里 从 到 为 以 之 用 写 说 做 告诉 解释 怎 呀 多少 几 如果 因为 所以 介绍`),
  ar: listed(`في من إلى على عن أن إن ان أنا أنت هو هي هم نحن ما ماذا لماذا كيف متى أين اين أي اي هل هذا هذه ذلك تلك التي الذي الذين كان كانت
    يكون تكون قد لقد لا لم لن ليس أو او و ثم بل لكن مع عند عندما حتى إذا اذا كل بعض غير بين بعد قبل منذ يمكن يمكنني يمكننا أريد اريد نريد لي لك له لها لنا
    اشرح أخبرني اكتب اعطني أعطني من فضلك كم هناك هنا أيضا جدا فقط حول به بها فيه فيها منه منها ب ل ك ف`),
}

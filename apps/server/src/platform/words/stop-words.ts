/** Function words that say little about a text's topic, in the supported languages. As typed; also match without accents. */
const lists = {
  en: `a about after again all also am an and any are aren as at be because been before being between both but by can could couldn d
    did didn do does doesn doing don each either else etc ever every for from get gets give given gives got had has have having he her here
    hers him his how however i if in into is isn it its itself just let like ll m many may me might mine more most much must my
    no nor not now of off often on one ones only or other others our ours out over own please re s same shall she should shouldn so
    some such t tell than that the their theirs them then there these they this those through to too under until up upon us ve very was wasn
    we were weren what whatever when where whether which while who whom whose why will with within without won would wouldn you your yours`,
  fr: `à ai ainsi alors après as au aucun aucune aussi autre autres aux avait avant avec avez avoir avons bien c ça car ce ceci cela celle
    celles celui ces cet cette ceux chaque chez comme comment d dans de depuis des dis doit donc dont du elle elles en encore entre es est et
    étaient était été être eu fait faut il ils j je jusqu l la là laquelle le lequel les lesquelles lesquels leur leurs lors lorsqu lorsque lui m ma
    mais me même mêmes mes moi moins mon n ne ni nos notre nous on ont ou où par pas pendant peu peut peuvent plus pour pourquoi puis qu quand que
    quel quelle quelles quels qui quoi s sa sans se selon sera ses si son sont sous sur t ta te tes toi ton tous tout toute toutes très tu un
    une va vers vos votre vous y`,
  vi: `ai anh bạn bao bằng bị bởi các cách cái cần cho chỉ chị có còn của cũng đã đang đâu để đến đi đó được em gì giữa hãy hay hơn họ
    khi không là làm lại lên lúc mà mấy mình mỗi một nào này nên nếu nhiều nhiêu như nhưng những nó ở ra rằng rất sao sau sẽ tại theo thế thì
    tôi trên trong từ tới và vào về vì với xin vậy ấy kia`,
  zh: `什么 怎么 怎样 怎么样 如何 为什么 为何 哪个 哪些 哪里 哪儿 哪 谁 何 何时 请问 这个 那个 这些 那些 这 那 我 你 您 他 她 它 我们 你们 他们 她们 它们
    关于 以及 或者 还是 但是 可以 应该 一个 一下 一些 多少 几 如果 因为 所以 告诉 还有 那么 的 地 得 了 着 过 和 是 在 有 吗 呢 吧 啊 把 被 让 对 与 及 或 而
    也 都 就 才 又 很 最 不 没 没有 要 会 能 个 上 下 中 里 从 到 为 以 之 用 请 于 其 由 等`,
  ar: `في من إلى الى على عن أن إن ان أنا أنت هو هي هم هن نحن ما ماذا لماذا كيف متى أين اين هل أي اي أية هذا هذه ذلك تلك هؤلاء التي الذي الذين كان كانت كانوا يكون تكون قد لقد لا
    لم لن ليس ليست أو او و ف ثم بل لكن مع عند عندما إذا اذا كل بعض غير بين بعد قبل منذ حتى يمكن يتم تم أريد لي لك له لها لهم لنا كم هناك هنا أيضا ايضا حول به بها بهم فيه فيها منه
    منها منهم عليه عليها إليه إليها عنه عنها كما مما بما فيما حيث خلال مثل أحد وهو وهي وما ومن وكان`,
} as const

export type StopWordLanguage = keyof typeof lists

/** The lists by language, each word as typed. */
export const stopWords = Object.fromEntries(
  Object.entries(lists).map(([language, words]) => [language, words.trim().split(/\s+/)]),
) as Record<StopWordLanguage, string[]>

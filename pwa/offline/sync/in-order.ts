/**
 * Answers to the same question, in the order in which it was asked: one that was overtaken on its way knows less than what is shown.
 */
export function inOrder() {
  let asked = 0;
  let heard = 0;
  return {
    ask: () => ++asked,
    /** Whether an answer is news. Without a `question` it is a change's: newer than all that was asked before it came. */
    isNews(question = ++asked): boolean {
      if (question < heard) return false;
      heard = question;
      return true;
    },
  };
}

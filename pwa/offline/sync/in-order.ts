/**
 * Orders the answers to one question: an answer that was overtaken by a later one is outdated and must not be shown.
 */
export function inOrder() {
  let asked = 0;
  let heard = 0;
  return {
    ask: () => ++asked,
    /** Whether an answer is news. Without a `question` it answers a change, and is newer than every question asked before it came. */
    isNews(question = ++asked): boolean {
      if (question < heard) return false;
      heard = question;
      return true;
    },
  };
}

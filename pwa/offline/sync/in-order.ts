/**
 * Orders the answers to one question: an answer that was overtaken by a later one is outdated and must not be shown.
 */
export function inOrder() {
  let lastAsked = 0;
  let lastAnswered = 0;
  return {
    ask: () => ++lastAsked,
    /** Whether an answer is news. Without a `question` it answers a change, and is newer than every question asked before it came. */
    isNewest(question = ++lastAsked): boolean {
      if (question < lastAnswered) return false;
      lastAnswered = question;
      return true;
    },
  };
}

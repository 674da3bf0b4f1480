/** Says whether the page may be left; false keeps the user where they are. */
export type LeaveQuestion = () => Promise<boolean>;

const questions = new Set<LeaveQuestion>();

/** Asks `question` before the page is left, until the returned function is called. Forms with unsaved changes do. */
export function guardLeaving(question: LeaveQuestion): () => void {
  questions.add(question);
  return () => questions.delete(question);
}

/** Reports whether somebody guards the page now. */
export function isGuarded(): boolean {
  return questions.size > 0;
}

/** Asks everybody who guards the page; whoever leads away from it by code awaits this first. */
export async function mayLeave(): Promise<boolean> {
  for (const question of questions) {
    if (!(await question())) {
      return false;
    }
  }
  return true;
}

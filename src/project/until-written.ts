import type { Project } from './project';

/**
 * A question to a project as it stands: it is answered once until something is written.
 *
 * @param ask Answers it the first time.
 * @param keyOf What of the question tells it from others.
 */
export function untilWritten<Question, Answer extends object>(
  ask: (project: Project, question: Question) => Answer,
  keyOf: (question: Question) => string,
): (project: Project, question: Question) => Answer {
  const known = new WeakMap<Project, { writes: number; answers: Map<string, Answer> }>();
  return (project, question) => {
    const { writes } = project;
    const last = known.get(project);
    const { answers } = last?.writes === writes ? last : { answers: new Map<string, Answer>() };
    const key = keyOf(question);
    const answer = answers.get(key) ?? ask(project, question);
    known.set(project, { writes, answers: answers.set(key, answer) });
    return answer;
  };
}

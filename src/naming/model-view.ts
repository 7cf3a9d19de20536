// Specs: spec/make-model/index.spec.ts
import { UsageError } from '../errors';
import { MAINS } from './main-page';
import { segmentsOf } from './segments';
import { quoted } from './spelling';
import type { ViewOptions } from './view-options';

/** How a person names a model: by its class or by the folder of its pages. */
export interface TypedModel {
  /** `Post`, `posts`, `recipes.comments` */
  readonly name: string;
  readonly model?: string;
  readonly namespace?: boolean;
}

/**
 * The view that a model would have: the list of its records.
 *
 * @throws UsageError if the name is wrong.
 */
export function modelView({ name, ...options }: TypedModel): ViewOptions {
  const segments = segmentsOf(name, 'model');
  if (segments[0] === MAINS) {
    throw new UsageError(
      `${quoted(name)} cannot name a model: ${MAINS} are the pages without one.`,
    );
  }
  return { ...options, name: [...segments, 'index'].join('.'), generateModel: true };
}

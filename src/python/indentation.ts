/** One level, in generated code. What a file has instead comes in with `fit`. */
export const INDENT = '    ';

/** How far the body of a function or a class is indented. */
export const BODY = INDENT.length;

/** How far the statements of a method are. */
export const METHOD_BODY = 2 * BODY;

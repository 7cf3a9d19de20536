/** One level of indentation in generated code. `fit` converts it to the style of a file. */
export const INDENT = '    ';

/** The indentation of the body of a function or a class, in columns. */
export const BODY = INDENT.length;
